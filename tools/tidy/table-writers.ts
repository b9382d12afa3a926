import {
  type Finding,
  isCode,
  isTest,
  lineAt,
  lineOfNode,
  nodesOf,
  type SourceFile,
  type SyntaxNode,
} from './source-tree.ts';

const page = 'docs/ARCHITECTURE.md';
const section = /^## Who writes whose rows$([^]*?)(?=^## |$(?![^]))/m;
const row = /^\| `([\w/.-]+)` \| `(\w+)` \| [^|]{8,}\|$/gm;

const schema = 'server/src/core/db/tables/';
/** A row of its lists, `  share: ShareTable;`. */
const tableRow = /^ {2}(\w+): \w+Table;$/gm;

/** `.insertInto('mail')`, and in SQL `update live_state s`, `delete from only "share"`. */
const byKysely = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*\[?\s*'(\w+)/g;
/** In `for update of s` and `do update set` it finds `of` and `set`, which are no tables. */
const bySql =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/gi;

/**
 * The rows of a table are written by the room that keeps it, where what must be true of them is seen to; another room has a line in
 * docs/ARCHITECTURE.md. All may read: the schema is what features know of each other's facts. A table of which no keeper
 * is found would be anybody's to write.
 */
export function tableWriters(files: SourceFile[]): Finding[] {
  const keepers = keepersOf(files);
  const listed = writersOf(files);
  const used = new Set<string>();
  const foreign = files
    .filter((file) => file.path.startsWith('server/src/') && isCode(file) && !isTest(file.path))
    .flatMap((file) =>
      writesOf(file).flatMap(({ table, line }): Finding[] => {
        const keeper = keepers.get(table);
        const writer = roomOf(file.path);
        if (keeper === undefined || keeper === writer) return [];
        used.add(`${writer} ${table}`);
        if (listed.has(`${writer} ${table}`)) return [];
        const message = `writes ${table}, which ${keeper} keeps: see docs/ARCHITECTURE.md`;
        return [{ path: file.path, line, message }];
      }),
    );
  const idle = [...listed].filter(([key]) => !used.has(key));
  return [
    ...unkept(files, keepers),
    ...foreign,
    ...idle.map(([key, line]) => ({ path: page, line, message: `${key.replace(' ', ' does not write ')} any more` })),
  ];
}

/** Tables of the schema that no feature is seen to keep. */
const unkept = (files: SourceFile[], keepers: ReadonlyMap<string, string>): Finding[] =>
  files
    .filter(({ path }) => path.startsWith(schema))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(tableRow), ({ index, 1: table = '' }) => ({ path, line: lineAt(text, index), table })),
    )
    .filter(({ table }) => !keepers.has(table))
    .map(({ table, ...place }) => ({
      ...place,
      message: `nobody keeps ${table}: a \`*.feature.ts\` names it in its \`keeps\``,
    }));

/** Tables whose rows a file changes, each time it does. */
const writesOf = (file: SourceFile): { table: string; line: number }[] => [
  ...Array.from(file.text.matchAll(byKysely), ({ index, 1: table = '' }) => ({
    table,
    line: lineAt(file.text, index),
  })),
  ...nodesOf(file).flatMap((node) =>
    node.type === 'TemplateElement'
      ? Array.from(String(node.raw).matchAll(bySql), ({ 1: table = '' }) => ({ table, line: lineOfNode(file, node) }))
      : [],
  ),
];

/** Who keeps each table: the room in whose `*.feature.ts` its retention stands. */
const keepersOf = (files: SourceFile[]): Map<string, string> =>
  new Map(
    files
      .filter(({ path }) => path.endsWith('.feature.ts'))
      .flatMap((file) =>
        nodesOf(file)
          .flatMap(propertiesOf)
          .filter(({ key }) => key.value === 'keeps')
          .flatMap(({ value }) =>
            propertiesOf(value).map(({ key }) => [String(key.value), roomOf(file.path)] as const),
          ),
      ),
  );

type Property = { type: string; key: SyntaxNode; value: SyntaxNode };

/** The named properties of an object that is written out. */
const propertiesOf = (node: SyntaxNode): Property[] =>
  node.type === 'ObjectExpression'
    ? (node.properties as Property[]).filter(({ type }) => type === 'KeyValueProperty')
    : [];

/** Writers that the page lists, `people/sharing mail`, with their lines. */
function writersOf(files: SourceFile[]): Map<string, number> {
  const text = files.find(({ path }) => path === page)?.text ?? '';
  const found = section.exec(text);
  return new Map(
    Array.from(found?.[0].matchAll(row) ?? [], ({ index, 1: writer, 2: table }) => [
      `${writer} ${table}`,
      lineAt(text, (found?.index ?? 0) + index),
    ]),
  );
}

/** Where a file of the server lives: a feature `people/sharing`, a part of the core `core/mail`, `identity`, else the file. */
const roomOf = (path: string): string => {
  const within = path.replace(/^server\/src\/(features\/)?/, '');
  return /^(identity|[\w-]+\/[\w-]+)(?=\/)/.exec(within)?.[0] ?? within;
};
