import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJson } from './json-edit.ts';
import type { JsonPath } from './json-tree.ts';

const FILE = { file: '/home/someone/settings.json' };

function set(text: string | null, path: JsonPath, value: unknown): string {
  return openJson(text, FILE).set(path, value).text;
}

/** Ways a settings file is found on disk, each with a property `a` and room for more. */
const STYLES: readonly string[] = [
  '{"a":1}',
  '{"a": 1}',
  '{ "a": 1 }\n',
  '{\n  "a": 1\n}\n',
  '{\n    "a": 1\n}',
  '{\n\t"a": 1\n}\n',
  '{\r\n  "a": 1\r\n}\r\n',
  '\uFEFF{\n  "a": 1\n}\n',
  '{\n  "a": 1, // why\n}\n',
  '{\n  "a": 1 // why\n}\n',
  '// top\n{\n  /* b */ "a": 1 /* c */\n}\n// end',
  '{"a": {\n  "b": [1]\n}}',
  '{}',
  '{ }\n',
];

describe('editing JSON as text', () => {
  it.each(STYLES)('gives %j back when what was added is removed again', (text) => {
    const added = openJson(text, FILE)
      .set(['hooks', 'Stop'], [{ hooks: [{ type: 'http' }] }])
      .append(['permissions', 'allow'], 'one')
      .append(['permissions', 'allow'], 'two');
    expect(added.get(['permissions', 'allow'])).toEqual(['one', 'two']);
    expect(added.remove(['permissions']).remove(['hooks']).text).toBe(text.replace('{ }', '{}'));
    expect(added.remove(['hooks']).remove(['permissions']).text).toBe(text.replace('{ }', '{}'));
  });

  it('writes in the indentation and line ends of the file', () => {
    expect(set('{\r\n\t"a": 1\r\n}\r\n', ['b'], { c: [true] })).toBe(
      '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\ttrue\r\n\t\t]\r\n\t}\r\n}\r\n',
    );
  });

  it('leaves a comment with the value it speaks about', () => {
    expect(set('{\n  "a": 1 // one\n}\n', ['b'], 2)).toBe('{\n  "a": 1, // one\n  "b": 2\n}\n');
  });

  it('keeps a list that stands on one line on that line', () => {
    expect(openJson('{\n  "allow": ["Read"]\n}', FILE).append(['allow'], 'Bash').text).toBe(
      '{\n  "allow": ["Read", "Bash"]\n}',
    );
  });

  it('does not let a line comment swallow what follows a removed value', () => {
    const removed = openJson('{ // first\n  "a": 1}', FILE).remove(['a']);
    expect(removed.text).toBe('{ // first\n}');
    const last = openJson('{"a": 1, // first\n  "b": 2}', FILE).remove(['b']);
    expect(last.get(['a'])).toBe(1);
  });

  it('replaces a value and nothing around it', () => {
    expect(set('{\n  "a": { "x": 1 }, // keep\n  "b": 2\n}', ['a'], false)).toBe(
      '{\n  "a": false, // keep\n  "b": 2\n}',
    );
  });

  it('takes the last of two equal keys, as the client does', () => {
    expect(set('{"a": 1, "a": 2}', ['a'], 3)).toBe('{"a": 1, "a": 3}');
  });

  it.each([null, '', ' \n'])('starts from an empty object when the file holds %j', (text) => {
    expect(set(text, ['a'], 1)).toBe('{\n  "a": 1\n}\n');
  });

  it.each([
    ['{"a": }', 'settings-not-json'],
    ['{"a": 1', 'settings-not-json'],
    ['{"a": 1} {"b": 2}', 'settings-not-json'],
    ['{"password": hunter2}', 'settings-not-json'],
    ['[1]', 'settings-unexpected-shape'],
    ['null', 'settings-unexpected-shape'],
  ])('refuses %j without repeating its content', (text, code) => {
    expect(() => openJson(text, FILE)).toThrow(expect.objectContaining({ code, subject: FILE.file }));
    expect(() => openJson(text, FILE)).not.toThrow(/hunter2/);
  });

  it('refuses comments where the reader of the file takes none', () => {
    expect(() => openJson('{"a": 1} // no', { ...FILE, strict: true })).toThrow(/not valid JSON.*line 1, column 10/);
  });

  it('refuses to put a property into something that is not an object', () => {
    expect(() => set('{"hooks": null}', ['hooks', 'Stop'], [])).toThrow(/"hooks" is not an object/);
    expect(() => openJson('{"hooks": {"Stop": {}}}', FILE).append(['hooks', 'Stop'], 1)).toThrow(
      /"hooks.Stop" is not a list/,
    );
  });

  it('agrees with JSON.parse on any document, and changes nothing but what it was told to', () => {
    const spaces = fc.constantFrom(undefined, 1, 2, 4, '\t');
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.jsonValue(),
        spaces,
        (data, key, value, space) => {
          const text = JSON.stringify(data, null, space);
          const changed = openJson(text, FILE).set([key], value);
          expect(JSON.parse(changed.text)).toEqual(JSON.parse(JSON.stringify({ ...data, [key]: value })));
          if (!Object.hasOwn(data, key)) expect(changed.remove([key]).text).toBe(text);
        },
      ),
    );
  });
});
