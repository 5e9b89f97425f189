// Forms of Colab: lines such as `epochs = 5  #@param {type:"integer"}` get a field below their cell. What is entered
// is written into the line.

const LINE = /^(\s*)([A-Za-z_]\w*)\s*=\s*(.*?)\s*#\s*@param\b\s*(.*)$/;
const NUMBERS = ['integer', 'number', 'slider'];

/** Adds forms to the cells of all notebooks. */
export function addForms(lab, tracker) {
  const attach = (panel) => {
    const forms = new WeakMap();
    const update = () => {
      for (const cell of panel.content.widgets) {
        if (cell.model.type !== 'code' || forms.has(cell)) continue;
        forms.set(cell, null);
        cell.ready.then(() => {
          if (!cell.isDisposed) forms.set(cell, new Form(lab, cell));
        });
      }
    };
    panel.context.ready.then(() => {
      update();
      panel.content.model?.cells.changed.connect(() => setTimeout(update, 0));
    });
  };
  tracker.forEach(attach);
  tracker.widgetAdded.connect((_, panel) => attach(panel));
}

class Form {
  constructor(lab, cell) {
    this.cell = cell;
    this.widget = new lab.widgets.Widget();
    this.widget.addClass('labora-form');
    // Below the input and before the outputs.
    cell.layout.insertWidget(2, this.widget);
    cell.model.contentChanged.connect(() => this.show());
    this.show();
  }

  show() {
    const source = this.cell.model.sharedModel.getSource();
    const fields = parse(source);
    this.widget.setHidden(fields.length === 0);
    const shape = JSON.stringify(fields.map(({ name, kind, values }) => [name, kind, values]));
    if (shape !== this.shape) {
      this.shape = shape;
      this.inputs = fields.map((field, at) => element(field, (text) => this.set(at, text)));
      this.widget.node.replaceChildren(...this.inputs.map(({ row }) => row));
    }
    fields.forEach((field, at) => {
      const { input } = this.inputs[at];
      // What is being typed is left alone.
      if (document.activeElement === input) return;
      if (field.kind === 'boolean') input.checked = field.value === 'True';
      else input.value = shown(field);
    });
  }

  /** Writes the text of a value into the line of a field. */
  set(at, text) {
    const shared = this.cell.model.sharedModel;
    const lines = shared.getSource().split('\n');
    const field = parse(shared.getSource())[at];
    if (!field) return;
    const [, blanks, name, , kind] = LINE.exec(lines[field.line]);
    lines[field.line] = `${blanks}${name} = ${text}  #@param ${kind}`.trimEnd();
    shared.setSource(lines.join('\n'));
  }
}

/** The fields of a source, in order. */
export function parse(source) {
  return source.split('\n').flatMap((text, line) => {
    const found = LINE.exec(text);
    if (!found) return [];
    const [, , name, value, note] = found;
    return [{ line, name, value, ...kindOf(note) }];
  });
}

function kindOf(note) {
  const values = /^\[(.*?)\]/.exec(note);
  if (values) return { kind: 'choice', values: json(`[${values[1]}]`) || [] };
  const type = /type\s*:\s*["'](\w+)["']/.exec(note);
  const limit = (name) => (new RegExp(`\\b${name}\\s*:\\s*(-?[\\d.]+)`).exec(note) || [])[1];
  return { kind: type ? type[1] : 'raw', values: ['min', 'max', 'step'].map(limit) };
}

function json(text) {
  try {
    return JSON.parse(text.replaceAll("'", '"'));
  } catch {
    return null;
  }
}

/** What a field shows: the text of a string without its quotes. */
function shown({ kind, value }) {
  const isText = ['string', 'date', 'choice'].includes(kind);
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (!isText || !quoted) return value;
  return quoted[2].replace(/\\(["'\\])/g, '$1');
}

/** A value as Python has it; null if it is none. */
function python(kind, input, values) {
  if (kind === 'boolean') return input.checked ? 'True' : 'False';
  if (NUMBERS.includes(kind)) return input.value !== '' && Number.isFinite(Number(input.value)) ? input.value : null;
  if (kind === 'choice' && values.some((value) => typeof value !== 'string' && String(value) === input.value)) {
    return input.value;
  }
  if (kind === 'raw') return input.value.trim() === '' || input.value.includes('#') ? null : input.value;
  return JSON.stringify(input.value);
}

function element({ name, kind, values }, set) {
  const row = document.createElement('label');
  const input = document.createElement(kind === 'choice' ? 'select' : 'input');
  input.className = kind === 'boolean' || kind === 'slider' ? '' : 'jp-mod-styled';
  if (kind === 'choice') {
    input.append(...values.map((value) => new Option(String(value))));
  } else {
    const types = { boolean: 'checkbox', integer: 'number', number: 'number', slider: 'range', date: 'date' };
    input.type = types[kind] || 'text';
    if (kind === 'number') input.step = 'any';
    if (kind === 'slider') ['min', 'max', 'step'].forEach((limit, at) => values[at] && (input[limit] = values[at]));
  }
  input.addEventListener('change', () => {
    const text = python(kind, input, values);
    if (text !== null) set(text);
  });
  // The notebook has shortcuts for plain keys.
  input.addEventListener('keydown', (event) => event.stopPropagation());
  row.append(`${name}: `, input);
  return { row, input };
}
