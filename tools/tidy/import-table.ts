import { type Import, importsOf, type Manifest, manifestsOf, workspaceOf } from './imports.ts';
import { type Finding, isCode, isTest, lineAt, type SourceFile } from './source-tree.ts';

/** What the files of one layer may import besides the files of the layer itself. */
type Row = {
  layer: RegExp;
  mayImport: RegExp[];
  /** Packages; absent: those that the workspace's package.json declares. */
  packages?: RegExp;
  /** Whether Node's own modules are there at all. */
  runtime?: boolean;
};

const domain = /^domain\//;
const contract = /^contract\//;
const nothing = /^$/;

/** Who may import whom, as docs/ARCHITECTURE.md says; the first row that fits a file counts. Other tools may import anything. */
const table: Row[] = [
  { layer: /^domain\//, mayImport: [], packages: nothing, runtime: false },
  { layer: /^contract\//, mayImport: [domain], packages: /^zod$/, runtime: false },
  // What core needs of a call is handed to it by its feature; what a test of core does is done by calls.
  { layer: /^server\/src\/core\/(?!.*\.test\.ts$)/, mayImport: [domain, /^contract\/(?!src\/calls\/)/] },
  { layer: /^server\/src\/identity\//, mayImport: [/^server\/src\/core\//, domain, contract] },
  {
    layer: /^server\/src\/features\//,
    mayImport: [/^server\/src\/(core|identity)\//, domain, contract],
  },
  {
    layer: /^server\/src\/features\.ts$/,
    mayImport: [/^server\/src\/core\/feature\.ts$/, /^server\/src\/.+\.feature\.ts$/],
  },
  // The portal knows the features by their list.
  {
    layer: /^server\/src\/(portal\.ts$|compose\/)/,
    mayImport: [/^server\/src\/(core|identity)\//, /^server\/src\/(config|features)\.ts$/, domain, contract],
  },
  // What test files share ends when the driver of the tests has run the last of them; types of rows are read from the source.
  { layer: /^server\/(?!test\/(?:portal|row-types)\.ts$)/, mayImport: [domain, contract] },
  { layer: /^server\//, mayImport: [domain, contract, /^tools\/(?:at-end|tidy\/source-tree)\.ts$/] },
  {
    layer: /^web\/src\/ui\//,
    // Widths and times that the specification fixes are defined once; what is drawn and printed is so wherever that is done.
    mayImport: [/^domain\/src\/(constants\.ts$|charts\/|paper\/)/],
    packages: /^(react|react-dom|@mantine\/.+|@tabler\/icons-react|uplot)$/,
    runtime: false,
  },
  { layer: /^web\/src\/lib\//, mayImport: [contract, domain], runtime: false },
  { layer: /^web\/src\/appliance\//, mayImport: [/^web\/src\/(ui|lib)\//, contract, domain], runtime: false },
  { layer: /^web\/src\/features\//, mayImport: [/^web\/src\/(ui|lib|appliance)\//, contract, domain], runtime: false },
  { layer: /^web\/src\//, mayImport: [contract, domain], runtime: false },
  { layer: /^web\//, mayImport: [contract, domain] },
  { layer: /^simulator\//, mayImport: [domain, /^contract\/src\/devices\.ts$/] },
  { layer: /^e2e\//, mayImport: [contract, domain] },
  // The bench installs its peers as the tests install what they need.
  { layer: /^bench\/main\.ts$/, mayImport: [contract, domain, /^tools\/debian-packages\.ts$/] },
  // A portal that leaves something out, for what that costs: the product has no switch for it.
  {
    layer: /^bench\/src\/portal-without-rules\.ts$/,
    mayImport: [/^server\/src\/(portal|config|ready)\.ts$/, /^server\/src\/core\/(clock|log|worker)\.ts$/],
  },
  {
    // Writes entries as the portal's features do, over the portal's own connections.
    layer: /^bench\/src\/book-writers\.ts$/,
    mayImport: [
      domain,
      /^server\/src\/core\/(clock|db\/(database|open-database))\.ts$/,
      /^server\/src\/features\/record\/ledger\/append\.ts$/,
    ],
  },
  { layer: /^bench\//, mayImport: [contract, domain] },
  // What a firmware team runs knows the page and the wire, and nothing of the server behind them.
  { layer: /^tools\/conformance/, mayImport: [/^contract\/src\/devices\.ts$/, /^tools\/fault\.ts$/] },
];

/**
 * Rooms of a workspace: folders that import each other only by the edges that docs/ARCHITECTURE.md lists. `open` is what another room
 * may import of one: of a feature the files at its root, never its parts/. `loose` says that files beside the rooms are everybody's.
 */
const rooms = [
  { workspace: 'domain', folder: 'domain/src', name: '[\\w-]+', open: '', loose: true },
  { workspace: 'contract', folder: 'contract/src/calls', name: '[\\w-]+', open: '', loose: false },
  { workspace: 'server', folder: 'server/src/features', name: '[\\w-]+/[\\w-]+', open: '[^/]+$', loose: false },
  { workspace: 'web', folder: 'web/src/features', name: '[\\w-]+/[\\w-]+', open: '[^/]+$', loose: false },
] as const;

/** Where a file lives, `server` `record/haccp`, and the path within the room; undefined outside of rooms. */
function roomOf(path: string): { workspace: string; room: string; open: boolean } | undefined {
  for (const { workspace, folder, name, open } of rooms) {
    const [, room, rest] = new RegExp(`^${folder}/(${name})/(.+)$`).exec(path) ?? [];
    if (room && rest) return { workspace, room, open: new RegExp(`^${open}`).test(rest) };
  }
  return undefined;
}

/** Code beside the rooms, which all of them could import: a way from each to each without an edge. */
const looseCode = (files: SourceFile[]): Finding[] =>
  files
    .filter((file) => isCode(file) && roomOf(file.path) === undefined)
    .filter(({ path }) => rooms.some(({ folder, loose }) => !loose && path.startsWith(`${folder}/`)))
    .map(({ path }) => ({
      path,
      line: 1,
      message: 'is in no room, and so a way between all: see docs/ARCHITECTURE.md',
    }));

const edgesPage = 'docs/ARCHITECTURE.md';

/** A row of the table of edges: in a workspace, a room or all of an area (`maker` of `maker/factory`) may import another, for a reason. */
const edgeRow = /^\| ([a-z]+) \| `([\w/-]+)` \| `([\w/-]+)` \| [^|]{8,}\|$/gm;

type Edge = { workspace: string; from: string; to: string; line: number };

function edgesOf(files: SourceFile[]): Edge[] {
  const text = files.find(({ path }) => path === edgesPage)?.text ?? '';
  return Array.from(text.matchAll(edgeRow), (row) => {
    const [, workspace = '', from = '', to = ''] = row;
    return { workspace, from, to, line: lineAt(text, row.index) };
  });
}

/** The edge that lets one room of a workspace import another. */
function edgeBetween(one: Import, edges: Edge[]): Edge | undefined {
  const from = roomOf(one.from);
  const to = one.to.kind === 'file' ? roomOf(one.to.path) : undefined;
  if (!from || !to?.open || from.workspace !== to.workspace) return undefined;
  const covers = (listed: string, room: string): boolean => listed === room || room.startsWith(`${listed}/`);
  return edges.find(
    (edge) => edge.workspace === from.workspace && covers(edge.from, from.room) && covers(edge.to, to.room),
  );
}

/** Imports that the table does not allow or the workspace does not declare, imports of nothing, circles, edges without use, code in no room. */
export function importTable(files: SourceFile[]): Finding[] {
  const edges = edgesOf(files);
  const manifests = manifestsOf(files);
  const imports = importsOf(files);
  const there = new Set(files.map(({ path }) => path));
  const forbidden = imports.flatMap((one) => {
    const message = faultOf(one, edges, manifests, there);
    return message ? [{ path: one.from, line: one.line, message }] : [];
  });
  return [
    ...forbidden,
    ...unusedEdges(edges, imports),
    ...circlesOfFiles(imports),
    ...circlesOfRooms(imports),
    ...looseCode(files),
  ];
}

/** Edges that no import needs any more: the next reader would believe them. */
function unusedEdges(edges: Edge[], imports: Import[]): Finding[] {
  const used = new Set(imports.filter(({ from }) => !isTest(from)).map((one) => edgeBetween(one, edges)));
  return edges
    .filter((edge) => !used.has(edge))
    .map(({ workspace, from, to, line }) => ({
      path: edgesPage,
      line,
      message: `${workspace}: nothing in ${from} imports ${to} any more`,
    }));
}

function faultOf(one: Import, edges: Edge[], manifests: Map<string, Manifest>, there: Set<string>): string | undefined {
  const { from, to, specifier } = one;
  const row = table.find(({ layer }) => layer.test(from));
  const test = isTest(from);
  switch (to.kind) {
    case 'file': {
      if (/\.(ts|tsx|mjs|css|json)$/.test(to.path) && !there.has(to.path))
        return `imports ${specifier}, which does not exist`;
      const layered = !row || row.layer.test(to.path) || row.mayImport.some((layer) => layer.test(to.path));
      const allowed = layered && (sameHouse(from, to.path) || edgeBetween(one, edges) !== undefined);
      // A test also sees its whole workspace: the factories, the portal it starts, features that play together.
      const own = test && workspaceOf(to.path) === workspaceOf(from);
      return allowed || own ? undefined : `may not import ${to.path}: see docs/ARCHITECTURE.md`;
    }
    case 'package': {
      if (row?.packages && !row.packages.test(to.name) && !test) return `may not import the package ${to.name}`;
      return declared(from, to.name, test, manifests)
        ? undefined
        : `imports ${to.name}, which its package.json does not declare`;
    }
    default:
      return row?.runtime === false && !test
        ? `may not import ${specifier}: it runs where there is no Node`
        : undefined;
  }
}

/** Whether a file may be imported without an edge: one of the same room, one in no room, or one of another workspace. */
function sameHouse(from: string, to: string): boolean {
  const [here, there] = [roomOf(from), roomOf(to)];
  return !here || !there || here.workspace !== there.workspace || here.room === there.room;
}

/** What runs needs a dependency; tests, settings of tools and types do with a development dependency, also of the root. */
function declared(from: string, name: string, test: boolean, manifests: Map<string, Manifest>): boolean {
  const own = manifests.get(workspaceOf(from)) ?? manifests.get('.');
  if (own?.dependencies?.[name] !== undefined) return true;
  const runs = /^(server|simulator|web\/src)\//.test(from);
  if (runs && !test) return false;
  return own?.devDependencies?.[name] !== undefined || manifests.get('.')?.devDependencies?.[name] !== undefined;
}

function circlesOfFiles(imports: Import[]): Finding[] {
  const steps = imports.flatMap(({ from, to }) => (to.kind === 'file' ? [[from, to.path] as const] : []));
  return circlesOf(steps).map((files) => ({
    path: files[0],
    line: 1,
    message: `imports in a circle: ${files.join(', ')}`,
  }));
}

/** Rooms that need each other are one room with two doors: none of them can be understood, or moved, without the other. */
function circlesOfRooms(imports: Import[]): Finding[] {
  const steps = imports.flatMap(({ from, to }) => {
    const [here, there] = [roomOf(from), to.kind === 'file' ? roomOf(to.path) : undefined];
    if (isTest(from) || !here || here.workspace !== there?.workspace || here.room === there.room) return [];
    return [[`${here.workspace} ${here.room}`, `${here.workspace} ${there.room}`] as const];
  });
  return circlesOf(steps).map((circle) => ({
    path: edgesPage,
    line: 1,
    message: `rooms need each other in a circle: ${circle.join(', ')}`,
  }));
}

/** Groups that lead to each other by steps, `from` → `to` (strongly connected components, after Tarjan 1972). */
function circlesOf(steps: (readonly [from: string, to: string])[]): [string, ...string[]][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of steps) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: [string, ...string[]][] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    let lowest = index;
    stack.push(node);
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? index);
    }
    if (lowest === index) {
      const [, ...others] = stack.splice(stack.indexOf(node));
      if (others.length > 0 || next.get(node)?.includes(node)) found.push([node, ...others]);
    }
    return lowest;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return found;
}
