// Marks at the cells of a notebook that have comments.
import { button } from './documents.js';

/** Marks the cells that have open threads; a click on a mark runs `show`. */
export function markCells(notebook, threads, show) {
  const counts = new Map();
  for (const { cell, resolved, comments } of threads) {
    if (cell && !resolved) counts.set(cell, (counts.get(cell) ?? 0) + comments.length);
  }
  notebook.widgets.forEach((cell, at) => {
    cell.node.querySelector(':scope > .labora-mark')?.remove();
    const count = counts.get(cell.model.id);
    if (!count) return;
    const mark = button(count === 1 ? '1 comment' : `${count} comments`, () => {
      notebook.activeCellIndex = at;
      show();
    });
    mark.classList.add('labora-mark');
    cell.node.append(mark);
  });
}
