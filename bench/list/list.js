/** The least that a virtual list does: rows of one height, those near the screen in the document, the others not. */
const HEIGHT = 36;
const AROUND = 10;

const list = document.querySelector("#list");
const rows = await (await fetch("rows.json")).json();
const shown = new Map();

list.style.height = `${rows.length * HEIGHT}px`;
addEventListener("scroll", draw, { passive: true });
addEventListener("resize", draw);
draw();

function draw() {
  const first = Math.max(0, Math.floor(scrollY / HEIGHT) - AROUND);
  const last = Math.min(rows.length, Math.ceil((scrollY + innerHeight) / HEIGHT) + AROUND);
  for (const [index, element] of shown) {
    if (index >= first && index < last) continue;
    element.remove();
    shown.delete(index);
  }
  for (let index = first; index < last; index += 1) {
    if (shown.has(index)) continue;
    const element = make(rows[index], index);
    shown.set(index, element);
    list.append(element);
  }
}

function make(row, index) {
  const element = document.createElement("div");
  element.className = "row";
  element.role = "row";
  element.style.top = `${index * HEIGHT}px`;
  const [name, ...cells] = row;
  const link = document.createElement("a");
  link.href = `#${index}`;
  link.textContent = name;
  element.append(link);
  for (const text of cells) {
    const cell = document.createElement("span");
    cell.textContent = text;
    element.append(cell);
  }
  return element;
}
