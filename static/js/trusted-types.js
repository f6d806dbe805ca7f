// The only way from text to markup or to the address of a script. The content security policy lets browsers ask here
// each time a script (htmx, or ours) does so; what this page never sends itself is refused, whoever put it there.
{
  const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
  const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
  const NEVER = ["iframe", "frame", "object", "embed", "applet", "base"];

  function isOurs(name, attributes) {
    const given = new Map();
    for (const [, attribute, value] of attributes.matchAll(ATTRIBUTE)) {
      given.set(attribute.toLowerCase(), (value ?? "").replace(/^["']|["']$/g, ""));
    }
    if (NEVER.includes(name)) return false;
    if (name === "script" && given.get("type") !== "application/json" && !/^\/(?!\/)/.test(given.get("src") ?? "")) return false;
    for (const [attribute, value] of given) {
      if (attribute.startsWith("on") || attribute === "srcdoc") return false;
      if (["href", "src", "action", "formaction", "xlink:href"].includes(attribute) && /^[\s\0]*(javascript|data):/i.test(value)) return false;
    }
    return true;
  }

  window.trustedTypes?.createPolicy("default", {
    createHTML: (text) => {
      for (const [, name, attributes] of text.matchAll(TAG)) if (!isOurs(name.toLowerCase(), attributes)) return null;
      return text;
    },
    // Service workers of the checklist and of the check of a table's sign.
    createScriptURL: (address) => {
      const url = new URL(address, location.href);
      return url.origin === location.origin && /\/(sw|worker)\.js$/.test(url.pathname) ? address : null;
    },
  });
}
