// Lines of Colab's forms: titles, Markdown and fields. A new value takes the place of the old one in its line, and no
// other character changes.

const FIELD = /^(\s*)([A-Za-z_]\w*)(\s*(?::[^=#]*)?=\s*)(.*?)\s*#\s*@param\b(.*)$/;
const TITLE = /^\s*#\s*@title\b\s*(.*?)\s*(\{[^{}]*\})?\s*$/;
const MARKDOWN = /^\s*#\s*@markdown\b ?(.*)$/;
const LIST = /^\s*\[((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\]"'])*)\]/;
const ITEM = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s,]+/g;
const STRING = /^(["'])(.*)\1$/;

/** Kinds of fields whose value is a number. */
export const NUMBERS = ['integer', 'number', 'slider'];

/** What a source has, line by line: titles, Markdown, and fields with the place of their value. */
export function parse(source) {
  let at = 0;
  return source.split('\n').flatMap((whole) => {
    const start = at;
    at += whole.length + 1;
    const text = whole.replace(/\r$/, '');
    const title = TITLE.exec(text);
    if (title) return [{ kind: 'title', text: title[1], ...options(title[2] ?? '', ['run', 'display-mode']) }];
    const markdown = MARKDOWN.exec(text);
    if (markdown) return [{ kind: 'markdown', text: markdown[1] }];
    const found = FIELD.exec(text);
    if (!found) return [];
    const [, blanks, name, sign, value, note] = found;
    const begin = start + blanks.length + name.length + sign.length;
    return [{ name, value, begin, end: begin + value.length, ...kindOf(note) }];
  });
}

/** The source with another value of a field. */
export function withValue(source, field, code) {
  return source.slice(0, field.begin) + code + source.slice(field.end);
}

/** What a field shows: the text of a string without its quotes, the label of a choice. */
export function shown(field) {
  const chosen = field.choices?.find((choice) => choice.code === field.value);
  if (chosen) return chosen.label;
  return field.kind === 'raw' || NUMBERS.includes(field.kind) ? field.value : unquoted(field.value);
}

/** What was entered, as Python has it; null if it is no value of the field's kind. */
export function python(field, text) {
  const chosen = field.choices?.find((choice) => choice.label === text);
  if (chosen) return requoted(chosen.code, field.value);
  if (NUMBERS.includes(field.kind)) {
    const isWhole = field.kind !== 'integer' || Number.isInteger(Number(text));
    return text.trim() !== '' && Number.isFinite(Number(text)) && isWhole ? text : null;
  }
  if (field.kind === 'boolean') return text;
  if (field.kind === 'raw') return text.trim() === '' || text.includes('#') ? null : text;
  return requoted(JSON.stringify(text), field.value);
}

function kindOf(note) {
  const list = LIST.exec(note);
  const rest = list ? note.slice(list[0].length) : note;
  const { type, ...more } = options(rest, ['type', 'min', 'max', 'step', 'placeholder', 'allow-input']);
  if (!list) return { kind: type || 'raw', ...more };
  const items = list[1].match(ITEM) ?? [];
  const choices = items.map((item) => ({ label: unquoted(item), code: type === 'raw' ? unquoted(item) : item }));
  return { kind: type || 'string', choices, ...more };
}

/** The options of a note, such as `{type:"slider", min:0}`, by their names. */
function options(note, names) {
  const found = names.flatMap((name) => {
    const value = new RegExp(`[{,\\s]["']?${name}["']?\\s*:\\s*("[^"]*"|'[^']*'|[^,}\\s]+)`).exec(` ${note}`);
    return value ? [[name, unquoted(value[1])]] : [];
  });
  return Object.fromEntries(found);
}

function unquoted(code) {
  const string = STRING.exec(code);
  return string ? string[2].replace(/\\(["'\\])/g, '$1') : code;
}

/** A string with the quotes that the value before it had. */
function requoted(code, before) {
  if (!before.startsWith("'") || !code.startsWith('"')) return code;
  return `'${code.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
