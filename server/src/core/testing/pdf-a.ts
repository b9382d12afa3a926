/**
 * What of ISO 19005-3 (PDF/A-3), level B, a file of ours could break: a list of our own, for no checker of the whole standard comes from npm or
 * Debian. The file is read by qpdf, which knows nothing of how we make it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Value = null | boolean | number | string | readonly Value[] | Dictionary;
type Dictionary = { readonly [name: string]: Value };
type Stream = { dict: Dictionary; data: Buffer };

/** The objects of a file, as qpdf has them (`--json=2`). */
class Objects {
  readonly #values = new Map<string, Value>();
  readonly #streams = new Map<string, Stream>();
  readonly trailer: Dictionary;

  constructor(told: Record<string, { value?: Value; stream?: { dict: Dictionary; data: string } }>) {
    this.trailer = told['trailer']?.value as Dictionary;
    for (const [name, { value, stream }] of Object.entries(told)) {
      const of = name.replace('obj:', '');
      if (stream) this.#streams.set(of, { dict: stream.dict, data: Buffer.from(stream.data, 'base64') });
      this.#values.set(of, stream?.dict ?? value ?? null);
    }
  }

  /** What a value is, or what it refers to. */
  at(value: Value | undefined): Value {
    return typeof value === 'string' && this.#values.has(value) ? (this.#values.get(value) ?? null) : (value ?? null);
  }

  dict(value: Value | undefined): Dictionary {
    const found = this.at(value);
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Dictionary) : {};
  }

  list(value: Value | undefined): readonly Value[] {
    const found = this.at(value);
    return Array.isArray(found) ? found : [];
  }

  stream(value: Value | undefined): Stream | undefined {
    return typeof value === 'string' ? this.#streams.get(value) : undefined;
  }

  get root(): Dictionary {
    return this.dict(this.trailer['/Root']);
  }

  /** Every dictionary of the file, also those in others. */
  *dictionaries(): Generator<Dictionary> {
    for (const value of this.#values.values()) yield* within(value);
  }
}

/** A name or a text as it is written; '' for anything else. */
const written = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

function* within(value: Value): Generator<Dictionary> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Dictionary;
  for (const one of Object.values(value) as Value[]) yield* within(one);
}

/** Clause by clause, what a file has to hold. */
const rules: Record<string, (objects: Objects, file: Buffer) => boolean> = {
  '6.1.2 begins as a binary PDF': (_, file) =>
    /^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(file.subarray(0, 20).toString('latin1')),
  '6.1.3 has an identifier and no encryption': ({ trailer }) =>
    Array.isArray(trailer['/ID']) && trailer['/Encrypt'] === undefined,
  '6.1.7 no data outside the file, none packed by LZW': (objects) =>
    [...objects.dictionaries()].every(
      (dict) => !('/FFilter' in dict) && !JSON.stringify(dict['/Filter'] ?? '').includes('LZW'),
    ),
  '6.2.3 an output intent with its profile': (objects) =>
    objects.list(objects.root['/OutputIntents']).some((intent) => {
      const { '/S': kind, '/DestOutputProfile': profile } = objects.dict(intent);
      const icc = objects.stream(profile);
      return kind === '/GTS_PDFA1' && icc?.data.subarray(36, 40).toString('latin1') === 'acsp' && icc.dict['/N'] === 3;
    }),
  // With an output intent the blending space of a page is its.
  '6.2.10 nothing shines through without a space to blend in': (objects) =>
    objects.list(objects.root['/OutputIntents']).length > 0 ||
    [...objects.dictionaries()].every(({ '/ca': fill = 1, '/CA': line = 1 }) => fill === 1 && line === 1),
  '6.2.11.4 every font is in the file': (objects) => fontsOf(objects).every(({ program }) => program !== undefined),
  '6.2.11.7 every glyph says which letter it is': (objects) =>
    fontsOf(objects).length > 0 && fontsOf(objects).every(({ letters }) => /beginbf(range|char)/.test(letters)),
  // The first glyph of a font stands for the letters that it does not have.
  '6.2.11.8 no letter is missing from its font': (objects) =>
    [...objects.dictionaries()]
      .filter((dict) => dict['/Type'] === '/Page')
      .map((page) => objects.stream(page['/Contents'])?.data.toString('latin1') ?? '')
      .every((drawn) =>
        Array.from(drawn.matchAll(/<([0-9a-f]+)>/gi), ([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
          .flat()
          .every((glyph) => Number.parseInt(glyph, 16) !== 0),
      ),
  '6.5.1 no script and nothing that starts by itself': (objects) =>
    objects.root['/OpenAction'] === undefined &&
    [...objects.dictionaries()].every(
      (dict) =>
        !('/AA' in dict) &&
        !('/JS' in dict) &&
        !['/JavaScript', '/Launch', '/Sound', '/Movie', '/ImportData', '/ResetForm'].includes(written(dict['/S'])),
    ),
  '6.6.2 says by XMP what it says of itself': (objects) => {
    const { '/CreationDate': created, '/Title': title } = objects.dict(objects.trailer['/Info']);
    const told = xmpOf(objects);
    const digits = written(objects.at(created)).replace(/\D/g, '');
    const moment = /<xmp:CreateDate>([^<]*)</.exec(told)?.[1]?.replace(/\D/g, '');
    return digits === moment && told.includes(written(objects.at(title)).replace(/^u:/, ''));
  },
  '6.6.4 part 3, level B': (objects) => /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</.test(xmpOf(objects)),
  '6.8 what is attached says what it is to the document, its type and its date': (objects) => {
    const attached = objects.list(objects.root['/AF']);
    const named = objects.list(objects.dict(objects.dict(objects.root['/Names'])['/EmbeddedFiles'])['/Names']);
    return (
      attached.length === named.length / 2 &&
      attached.every((file) => {
        const spec = objects.dict(file);
        const { '/Subtype': type, '/Params': params } = objects.dict(objects.dict(spec['/EF'])['/F']);
        return (
          ['/Source', '/Data', '/Alternative', '/Supplement', '/Unspecified'].includes(
            written(spec['/AFRelationship']),
          ) &&
          Boolean(spec['/F'] && spec['/UF']) &&
          /^\/\w+\/[\w.+-]+$/.test(written(type)) &&
          /^u:D:\d{8}/.test(written(objects.dict(params)['/ModDate']))
        );
      })
    );
  },
};

const xmpOf = (objects: Objects): string => objects.stream(objects.root['/Metadata'])?.data.toString('utf8') ?? '';

/** The fonts of a file: the program that draws each, and which letters its glyphs are. */
function fontsOf(objects: Objects): { program: Stream | undefined; letters: string }[] {
  return [...objects.dictionaries()]
    .filter((dict) => dict['/Type'] === '/Font' && !written(dict['/Subtype']).startsWith('/CIDFont'))
    .map((font) => {
      const [descendant] = objects.list(font['/DescendantFonts']);
      const { '/FontDescriptor': descriptor } = descendant === undefined ? font : objects.dict(descendant);
      const { '/FontFile': one, '/FontFile2': two, '/FontFile3': three } = objects.dict(descriptor);
      return {
        program: objects.stream(two ?? three ?? one),
        letters: objects.stream(font['/ToUnicode'])?.data.toString('latin1') ?? '',
      };
    });
}

/** The rules that a file breaks. @throws Error where qpdf cannot read it */
export async function brokenRules(file: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'brina-pdfa-'));
  try {
    const path = join(folder, 'file.pdf');
    await writeFile(path, file);
    const args = ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', path];
    const { stdout } = await promisify(execFile)('qpdf', args, { maxBuffer: 256 * 1024 * 1024 }).catch(
      // It leaves with 3 where it had to mend what it read, and tells it all the same.
      (fault: { code?: number; stdout?: string }) => {
        if (fault.code === 3 && fault.stdout) return { stdout: fault.stdout };
        throw fault;
      },
    );
    const [, told] = (JSON.parse(stdout) as { qpdf: [unknown, ConstructorParameters<typeof Objects>[0]] }).qpdf;
    const objects = new Objects(told);
    return Object.entries(rules).flatMap(([rule, holds]) => (holds(objects, Buffer.from(file)) ? [] : [rule]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
