(function () {
  "use strict";
  const made = (name, text, parts) => {
    const element = Object.assign(document.createElement(name), parts);
    element.textContent = text;
    return element;
  };

  // The table of causes: sorted by the column whose heading is pressed, and only the lines that hold
  // the words that are searched for and the values that are chosen.
  const table = document.getElementById("causes");
  if (table) {
    const body = table.tBodies[0];
    const headings = Array.from(table.tHead.rows[0].cells);
    const value = (row, column) => row.cells[column].dataset.sort || row.cells[column].textContent;
    // What a cell says first; a remark may follow.
    const choice = (row, column) => row.cells[column].firstChild.textContent.trim();
    const key = (row, column) => {
      const number = Number(value(row, column).replaceAll(",", ""));
      return Number.isNaN(number) ? value(row, column) : number;
    };
    headings.forEach((heading, column) => {
      const button = made("button", heading.textContent, { type: "button" });
      heading.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = heading.getAttribute("aria-sort") !== "ascending";
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = Array.from(body.rows);
        rows.sort((one, other) => {
          const [a, b] = [key(one, column), key(other, column)];
          const order = typeof a === "number" && typeof b === "number"
            ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
          return up ? order : -order;
        });
        body.append(...rows);
      });
    });

    const search = document.getElementById("search");
    const shown = document.getElementById("shown");
    const filters = [];
    const show = () => {
      const words = search.value.toLowerCase().split(" ").filter((word) => word);
      let count = 0;
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        const isChosen = filters.every(
          ({ select, column }) => !select.value || choice(row, column) === select.value);
        row.hidden = !isChosen || !words.every((word) => text.includes(word));
        count += row.hidden ? 0 : 1;
      }
      shown.textContent = count + " of " + body.rows.length;
    };
    const bar = search.closest("p");
    headings.forEach((heading, column) => {
      const values = new Set(Array.from(body.rows, (row) => choice(row, column)));
      if (!heading.dataset.filter || values.size < 2) return;
      const name = heading.textContent;
      const select = made("select", "", {});
      select.append(made("option", "any", { value: "" }));
      values.forEach((text) => select.append(made("option", text, { value: text })));
      select.addEventListener("change", show);
      const label = made("label", name + " ", {});
      label.append(select);
      bar.insertBefore(label, shown);
      filters.push({ select, column });
    });
    bar.hidden = false;
    search.addEventListener("input", show);
  }

  // A link to a card opens it.
  const open = () => {
    const card = location.hash && document.getElementById(location.hash.slice(1));
    if (card instanceof HTMLDetailsElement) {
      card.open = true;
      card.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();

  // Blocks of code can be copied.
  const copied = async (text) => {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return;
    }
    // Pages that came over plain HTTP have no clipboard.
    const area = made("textarea", "", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  document.querySelectorAll(".finding pre").forEach((block) => {
    const button = made("button", "Copy", { type: "button", className: "copy" });
    button.addEventListener("click", async () => {
      try {
        await copied(block.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not copied";
      }
    });
    const frame = made("div", "", { className: "block" });
    block.replaceWith(frame);
    frame.append(button, block);
  });
})();
