(function () {
  "use strict";
  const table = document.getElementById("causes");
  if (table) {
    const body = table.tBodies[0];
    const key = (row, column) => {
      const cell = row.cells[column];
      const text = cell.dataset.sort || cell.textContent;
      const number = Number(text.replaceAll(",", ""));
      return Number.isNaN(number) ? text : number;
    };
    Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = heading.textContent;
      heading.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = heading.getAttribute("aria-sort") !== "ascending";
        table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = Array.from(body.rows);
        rows.sort((one, other) => {
          const [a, b] = [key(one, column), key(other, column)];
          const order = typeof a === "number" && typeof b === "number"
            ? a - b : String(a).localeCompare(String(b));
          return up ? order : -order;
        });
        body.append(...rows);
      });
    });
    const search = document.getElementById("search");
    const shown = document.getElementById("shown");
    search.closest("p").hidden = false;
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase().split(" ").filter((word) => word);
      let count = 0;
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        count += row.hidden ? 0 : 1;
      }
      shown.textContent = count + " of " + body.rows.length;
    });
  }
  const open = () => {
    const card = location.hash && document.getElementById(location.hash.slice(1));
    if (card instanceof HTMLDetailsElement) {
      card.open = true;
      card.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
  if (navigator.clipboard) {
    document.querySelectorAll(".finding pre").forEach((block) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
        button.textContent = "Copied";
      });
      block.prepend(button);
    });
  }
})();
