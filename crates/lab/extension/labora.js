// The entry of the extension: a module federation container, as JupyterLab loads it, written by hand. Its other
// files are modules of the browser. Nothing is bundled or compiled.
(() => {
  const base = document.currentScript.src;
  let scope;

  // A package of JupyterLab, of which the page has one version.
  async function shared(name) {
    const versions = scope[name];
    if (!versions) throw new Error(`@labora/lab: this JupyterLab shares no package ${name}`);
    const version = Object.keys(versions).sort().pop();
    const factory = await versions[version].get();
    return factory();
  }

  async function extension() {
    const names = ['apputils', 'docregistry', 'launcher', 'mainmenu', 'notebook', 'services', 'statusbar'];
    const packages = await Promise.all(names.map((name) => shared(`@jupyterlab/${name}`)));
    const lab = Object.fromEntries(names.map((name, at) => [name, packages[at]]));
    lab.widgets = await shared('@lumino/widgets');
    const module = await import(new URL('plugins.js', base).href);
    return () => ({ __esModule: true, default: module.plugins(lab) });
  }

  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB['@labora/lab'] = {
    init(given) {
      scope = given;
    },
    get(name) {
      if (name === './extension') return extension();
      return Promise.reject(new Error(`@labora/lab has no module ${name}`));
    },
  };
})();
