// What the extension's own elements look like, in the colours of JupyterLab's theme.

const TEXT = `
.labora-meters { display: flex; gap: 12px; align-items: center; padding: 0 8px; color: var(--jp-ui-font-color1);
  font-size: var(--jp-ui-font-size1); }
.labora-meters meter { width: 48px; height: 10px; vertical-align: middle; }
.labora-types { display: flex; flex-direction: column; gap: 8px; max-width: 420px; }
.labora-types label { display: block; color: var(--jp-ui-font-color1); }
.labora-types input[type='radio'] { appearance: auto; height: auto; width: auto; }
.labora-types .labora-absent { color: var(--jp-ui-font-color3); }
.labora-form { display: flex; flex-direction: column; gap: 6px;
  padding: 6px 0 6px calc(var(--jp-cell-prompt-width) + 14px); color: var(--jp-ui-font-color1); }
.labora-form h3 { margin: 0; font-size: var(--jp-ui-font-size2); }
.labora-form .jp-mod-styled { width: 180px; display: inline-block; }
.labora-variables { overflow: auto; padding: 8px; color: var(--jp-ui-font-color1);
  background: var(--jp-layout-color1); font-size: var(--jp-ui-font-size1); }
.labora-variables table { border-collapse: collapse; }
.labora-variables td, .labora-variables th { padding: 2px 8px 2px 0; text-align: left; white-space: nowrap;
  max-width: 240px; overflow: hidden; text-overflow: ellipsis; }
.labora-revisions { display: flex; flex-direction: column; gap: 8px; width: 640px; max-width: 80vw; }
.labora-revisions > div { max-height: 50vh; overflow: auto; }
.labora-revisions pre { margin: 0 0 8px; }
.labora-removed { background: var(--jp-error-color3); }
.labora-added { background: var(--jp-success-color3); }
.labora-place { color: var(--jp-ui-font-color3); }
.labora-share-button { display: flex; align-items: center; padding: 0 8px; }
.labora-share { width: 560px; max-width: 80vw; color: var(--jp-ui-font-color1); }
.labora-share h2 { margin: 12px 0 4px; font-size: var(--jp-ui-font-size1); }
.labora-share-row { display: flex; gap: 8px; align-items: center; margin: 4px 0; }
.labora-share-row input, .labora-share-name, .labora-share-row time { flex: 1; }
.labora-share-status { min-height: 1.5em; }
.labora-share-link { width: 100%; }
.labora-share select.jp-mod-styled, .labora-comments select.jp-mod-styled { appearance: auto; width: auto;
  height: 32px; font-size: var(--jp-ui-font-size1); }
.labora-comment-form { display: flex; flex-wrap: wrap; gap: 8px; }
.labora-comment-form[hidden] { display: none; }
.labora-comments { overflow: auto; padding: 8px; color: var(--jp-ui-font-color1);
  background: var(--jp-layout-color1); font-size: var(--jp-ui-font-size1); }
.labora-comments textarea { width: 100%; box-sizing: border-box; border: 1px solid var(--jp-border-color1); }
.labora-thread { border: 1px solid var(--jp-border-color1); padding: 8px; margin: 8px 0; }
.labora-comment-text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0; }
.jp-Cell:has(> .labora-mark) { position: relative; }
.jp-Cell > .labora-mark { position: absolute; bottom: 4px; right: 16px; z-index: 2; height: 24px; line-height: 24px;
  font-size: var(--jp-ui-font-size0); }
.labora-types small { display: block; margin-left: 22px; }
`;

/** Adds the style to the page. */
export function addStyle() {
  const node = document.createElement('style');
  node.textContent = TEXT;
  document.head.append(node);
}
