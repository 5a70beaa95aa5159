//! `etude evolve`: the same formulas to many releases, judged and measured.

mod table;

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use campaign::{
    Attention, Ending, Judge, Manner, Opponents, Plan, RunId, SeatId, Setting, Shard, Store,
    Stretch, hunt,
};
use serde_json::json;
use solvers::{Entry, Family, Limits, Request};

use crate::asking::{complaint, setting, settings, stretches};
use crate::choice::BrokenSolvers;
use crate::cli::{Evolve, EvolveRun};
use crate::commands::hunt::{Knowledge, View, write_folders};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::output::{say, warn};
use crate::words;

/// So many formulas of each theory, if nobody says how many and for how long.
const USUAL_COUNT: u64 = 2000;
/// Where answers are judged, a solver has this long: what comes later is a matter of the clock.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many releases are asked side by side, each with a living process on each core.
const BATCH: usize = 8;

pub(crate) fn run(arguments: &Evolve) -> Result<ExitCode> {
    let usual = arguments.time.is_none().then_some(USUAL_COUNT);
    let stretches = stretches(&arguments.formulas, usual)?;
    let field = Field::new(arguments)?;
    let interrupt = Interrupt::watch();
    let mut store = Store::open(&arguments.campaign)?;
    let plan = json!({ "command": "evolve", "arguments": words::to_json(&words::given()) });
    let run = store.begin_run(&plan.to_string())?;
    let mut evolution =
        Evolution { arguments, stretches, field, run, begin: Instant::now(), interrupt };
    let ending = evolution.go(&mut store)?;
    write_folders(&arguments.campaign, &Knowledge::default(), &store.bugs(None)?)?;
    table::print(&store, &evolution.everything(), arguments.json)?;
    if ending == Ending::Stopped {
        say(|| "stopped; the same command goes on from here".to_owned());
        interrupt.obey();
        return Ok(Exit::Interrupted.into());
    }
    let campaign = arguments.campaign.display();
    say(|| format!("for pages and figures: etude report {campaign} --out report.html"));
    Ok(Exit::Fine.into())
}

/// The solvers, and whose answers each one's are held against.
struct Field {
    /// References first.
    settings: Vec<Setting>,
    /// The place of each one's reference.
    references: Vec<Option<usize>>,
}

impl Field {
    fn new(arguments: &Evolve) -> Result<Self> {
        if arguments.solvers.solver.is_empty() && arguments.solvers.solvers_from.is_none() {
            bail!("say which releases by --solver, as in --solver z3@all or --solver z3@4.8.5..");
        }
        let limits = limits(arguments, arguments.timeout.min(PATIENCE));
        let all = settings(&arguments.solvers, &limits, Manner::Session)?;
        let (mut alive, mut broken) = (Vec::new(), Vec::new());
        for setting in all {
            match complaint(&setting) {
                None => alive.push(setting),
                Some(complaint) => broken.push(complaint),
            }
        }
        if alive.is_empty() {
            return Err(BrokenSolvers(broken).into());
        }
        for complaint in &broken {
            warn(&format!("left out: {complaint}"));
        }
        Self::with_references(alive, arguments.reference.as_deref(), &limits)
    }

    /// Finds each family's reference among the solvers, or adds it.
    fn with_references(
        mut settings: Vec<Setting>,
        named: Option<&str>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut families: Vec<Family> = settings.iter().map(|it| it.solver.family).collect();
        families.sort_by_key(|family| family.name());
        families.dedup();
        let mut chosen: Vec<(Family, String)> = Vec::new();
        for family in families {
            let rival = if family == Family::Z3 { Family::Cvc5 } else { Family::Z3 };
            let newest = settings
                .iter()
                .filter(|it| it.solver.family == rival)
                .max_by_key(|it| it.solver.version);
            let name = match (named, newest) {
                (None, Some(newest)) => newest.name().to_owned(),
                (named, _) => {
                    let text = named.map_or_else(|| format!("{rival}@newest"), str::to_owned);
                    let request: Request = text.parse()?;
                    let found = setting(&Entry::new(request), limits, Manner::Session)?;
                    let same = settings.iter().find(|it| it.key() == found.key());
                    let name = same.unwrap_or(&found).name().to_owned();
                    if same.is_none() {
                        settings.push(found);
                    }
                    name
                }
            };
            chosen.push((family, name));
        }
        settings.sort_by_key(|it| !chosen.iter().any(|(_, name)| name == it.name()));
        let place = |name: &str| settings.iter().position(|it| it.name() == name);
        let references = settings
            .iter()
            .map(|it| {
                let (_, name) = chosen.iter().find(|(family, _)| *family == it.solver.family)?;
                place(name).filter(|&place| settings[place].name() != it.name())
            })
            .collect();
        Ok(Self { settings, references })
    }

    /// How many of the settings are references.
    fn reference_count(&self) -> usize {
        self.references.iter().flatten().max().map_or(0, |last| last + 1)
    }

    /// The settings in batches: each begins with the references, which know their answers from the
    /// first batch on.
    fn batches(&self) -> Vec<(Vec<Setting>, Opponents)> {
        let count = self.reference_count();
        let (references, others) = self.settings.split_at(count);
        let batch = |start: usize, others: &[Setting]| {
            let settings = [references, others].concat();
            let places = (0..count).chain(start..start + others.len());
            (
                settings,
                Opponents::References(
                    places.map(|place| self.references[place].map(SeatId::new)).collect(),
                ),
            )
        };
        if others.is_empty() {
            return vec![batch(count, &[])];
        }
        others
            .chunks(BATCH)
            .enumerate()
            .map(|(number, others)| batch(count + number * BATCH, others))
            .collect()
    }
}

struct Evolution<'a> {
    arguments: &'a Evolve,
    stretches: Vec<Stretch>,
    field: Field,
    run: RunId,
    begin: Instant,
    interrupt: &'static Interrupt,
}

impl Evolution<'_> {
    fn go(&mut self, store: &mut Store) -> Result<Ending> {
        let mut ending = Ending::Done;
        if self.arguments.only != Some(EvolveRun::Timing) {
            let batches = self.field.batches();
            let count = batches.len();
            for (number, (settings, opponents)) in batches.into_iter().enumerate() {
                say(|| format!("correctness, batch {} of {count}", number + 1));
                ending = self.hunt(store, &self.plan(settings, opponents))?;
                if ending != Ending::Done {
                    return Ok(ending);
                }
            }
        }
        if self.arguments.only != Some(EvolveRun::Correctness) {
            say(|| format!("times, each formula {} times", self.arguments.repeat));
            ending = self.hunt(store, &self.plan(self.timed(), Opponents::All))?;
        }
        Ok(ending)
    }

    fn hunt(&self, store: &mut Store, plan: &Plan) -> Result<Ending> {
        let mut view = View::new(plan, store, self.arguments.json)?;
        let stop = || self.interrupt.has_come();
        let ending = hunt(plan, store, self.run, &stop, &mut |event| view.show(event));
        view.close();
        Ok(ending?)
    }

    /// The same solvers, each formula measured in fresh processes.
    fn timed(&self) -> Vec<Setting> {
        let manner = Manner::Timed { repetitions: self.arguments.repeat };
        let limits = limits(self.arguments, self.arguments.timeout);
        let mut settings = self.field.settings.clone();
        for setting in &mut settings {
            (setting.manner, setting.limits) = (manner, limits);
        }
        settings
    }

    /// What all of it asks for: the half of it that was asked for.
    fn everything(&self) -> Plan {
        let settings = match self.arguments.only {
            Some(EvolveRun::Timing) => self.timed(),
            _ => self.field.settings.clone(),
        };
        self.plan(settings, Opponents::All)
    }

    fn plan(&self, settings: Vec<Setting>, opponents: Opponents) -> Plan {
        let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Plan {
            stretches: self.stretches.clone(),
            settings: settings.into(),
            shard: Shard::default(),
            jobs: self.arguments.jobs.unwrap_or(cores).get(),
            time: self.arguments.time.map(|time| time.saturating_sub(self.begin.elapsed())),
            judge: Judge { attention: Attention::Wrong, ..Judge::default() },
            opponents,
        }
    }
}

fn limits(arguments: &Evolve, wall: Duration) -> Limits {
    Limits { wall, memory: Some(arguments.memory), ..Limits::default() }
}
