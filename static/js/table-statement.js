// Checks the signed statement in the QR code of a table's sign. docs/register.md describes every byte.
globalThis.tableStatement = (() => {
  "use strict";
  const CONTEXT = new TextEncoder().encode("baize table statement\n");
  const NO_END = 0xffffff;
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const little = (bytes) => BigInt(`0x${hex(bytes.slice().reverse())}`);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const digest = async (name, bytes) => new Uint8Array(await crypto.subtle.digest(name, bytes));

  // Returns {verdict, statement, address}. `keys` is the text of the published keys, `day` the number of today since
  // 1 January 1970, `code` the table in the address, if there is one. `statement` is there only if a key signed it.
  async function check(text, keys, day, code) {
    const [, address = code, words] = /^https?:\/\/[^\s#?]+\/t\/([^/\s#?]+)\/#(.*)$/s.exec(text) ?? [, , text];
    const data = decode(words);
    if (!data) return { verdict: "not_a_statement" };
    const signed = data.subarray(0, -64);
    const named = (await read(keys)).filter((key) => key.id === hex(signed.subarray(1, 5)));
    if (!named.length) return { verdict: "foreign" };
    const message = joined(CONTEXT, signed);
    for (const key of named) {
      if (!(await holds(key.bytes, message, data.subarray(-64)))) continue;
      const statement = unpack(signed);
      const { from, to } = statement;
      let verdict = "valid";
      if (address && address !== statement.code) verdict = "other_table";
      else if (day < from) verdict = "not_yet";
      else if (to !== null && day > to) verdict = "expired";
      return { verdict, statement, address };
    }
    return { verdict: "altered" };
  }

  function unpack(signed) {
    const number = (at) => (signed[at] << 16) | (signed[at + 1] << 8) | signed[at + 2];
    const letters = (from, to) => String.fromCharCode(...signed.subarray(from, to));
    return {
      code: letters(5, 13),
      reference: letters(55),
      digest: hex(signed.subarray(13, 45)),
      from: number(45),
      to: number(48) === NO_END ? null : number(48),
      issued: number(51),
    };
  }

  // Accepts only the one text that the register writes for a statement.
  function decode(text) {
    if (!/^[\w-]{1,180}$/.test(text) || text.length % 4 === 1) return null;
    const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const again = btoa(String.fromCharCode(...data)).replace(/=+$/, "");
    const fits = data.length > 119 && data[54] >= 1 && data[54] <= 16 && data.length === 119 + data[54];
    return again === base64 && data[0] === 1 && fits ? data : null;
  }

  // The published keys: name, id and key in each line. A line whose id does not fit is no key.
  async function read(lines) {
    const keys = [];
    for (const line of lines.split("\n")) {
      const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(line.trim());
      if (!match) continue;
      const data = Uint8Array.from(atob(match[3]), (letter) => letter.charCodeAt(0));
      const hash = await digest("SHA-256", joined(new TextEncoder().encode(`${match[1]}\n`), data));
      if (data[0] === 1 && hex(hash.subarray(0, 4)) === match[2]) keys.push({ id: match[2], bytes: data.subarray(1) });
    }
    return keys;
  }

  // Ed25519 by the browser, or by the code below where the browser does not know it.
  async function holds(key, message, signature) {
    let known;
    try {
      known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    } catch {
      return holdsHere(key, message, signature);
    }
    return crypto.subtle.verify("Ed25519", known, signature, message);
  }

  // RFC 8032, section 5.1.7. A point is X, Y, Z, T.
  const P = 2n ** 255n - 19n;
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const mod = (n) => ((n % P) + P) % P;
  const D = mod(-121665n * power(121666n, P - 2n));
  const BASE = point(Uint8Array.from({ length: 32 }, (_, at) => (at ? 0x66 : 0x58)));

  async function holdsHere(key, message, signature) {
    const from = point(key);
    if (!from || signature.length !== 64) return false;
    const s = little(signature.subarray(32));
    if (s >= L) return false;
    const h = little(await digest("SHA-512", joined(signature.subarray(0, 32), key, message))) % L;
    const minus = [mod(-from[0]), from[1], 1n, mod(-from[3])];
    const either = [, BASE, minus, sum(BASE, minus)];
    let total = [0n, 1n, 1n, 0n];
    for (let bit = 253n; bit >= 0n; bit--) {
      total = sum(total, total);
      const at = Number((s >> bit) & 1n) + 2 * Number((h >> bit) & 1n);
      if (at) total = sum(total, either[at]);
    }
    const inverse = power(total[2], P - 2n);
    const number = mod(total[1] * inverse) | ((mod(total[0] * inverse) & 1n) << 255n);
    return number === little(signature.subarray(0, 32));
  }

  function sum(p, q) {
    const a = mod((p[1] - p[0]) * (q[1] - q[0]));
    const b = mod((p[1] + p[0]) * (q[1] + q[0]));
    const c = mod(2n * p[3] * q[3] * D);
    const d = mod(2n * p[2] * q[2]);
    const [e, f, g, h] = [b - a, d - c, d + c, b + a];
    return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
  }

  function point(bytes) {
    if (bytes.length !== 32) return null;
    const number = little(bytes);
    const [sign, y] = [number >> 255n, number & ((1n << 255n) - 1n)];
    if (y >= P) return null;
    const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
    let x = power(square, (P + 3n) / 8n);
    if (mod(x * x - square)) x = mod(x * power(2n, (P - 1n) / 4n));
    if (mod(x * x - square) || (x === 0n && sign)) return null;
    if ((x & 1n) !== sign) x = P - x;
    return [x, y, 1n, mod(x * y)];
  }

  function power(base, exponent) {
    let result = 1n;
    for (base = mod(base); exponent; exponent >>= 1n) {
      if (exponent & 1n) result = mod(result * base);
      base = mod(base * base);
    }
    return result;
  }

  return { check, holds, holdsHere };
})();
