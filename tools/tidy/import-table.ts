import { type Import, importsOf, type Manifest, manifestsOf, workspaceOf } from './imports.ts';
import { type Finding, isTest, type SourceFile } from './source-tree.ts';

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
  { layer: /^server\/src\/core\//, mayImport: [domain, contract] },
  { layer: /^server\/src\/identity\//, mayImport: [/^server\/src\/core\//, domain, contract] },
  // What test files share ends when the driver of the tests has run the last of them.
  { layer: /^server\/(?!test\/portal\.ts$)/, mayImport: [domain, contract] },
  { layer: /^server\//, mayImport: [domain, contract, /^tools\/at-end\.ts$/] },
  {
    layer: /^web\/src\/ui\//,
    mayImport: [],
    packages: /^(react|react-dom|@mantine\/.+|@tabler\/icons-react|uplot)$/,
    runtime: false,
  },
  { layer: /^web\/src\/lib\//, mayImport: [contract, domain], runtime: false },
  { layer: /^web\/src\//, mayImport: [contract, domain], runtime: false },
  { layer: /^web\//, mayImport: [contract, domain] },
  { layer: /^simulator\//, mayImport: [domain, /^contract\/src\/devices\.ts$/] },
  { layer: /^e2e\//, mayImport: [contract, domain] },
  { layer: /^bench\//, mayImport: [contract, domain] },
  // What a firmware team runs knows the page and the wire, and nothing of the server behind them.
  { layer: /^tools\/conformance/, mayImport: [/^contract\/src\/devices\.ts$/, /^tools\/fault\.ts$/] },
];

/** A row of the table of edges: a feature may import root files of another, for a reason. */
const edgeRow = /^\| `([\w-]+)` \| `([\w-]+)` \| [^|]{8,}\|$/gm;

/** Features by name; an edge holds in the server and in the web app. */
type Edge = { from: string; to: string };

/** Imports that the table does not allow or the workspace does not declare, imports of nothing, and cycles. */
export function importTable(files: SourceFile[]): Finding[] {
  const architecture = files.find(({ path }) => path === 'docs/ARCHITECTURE.md')?.text ?? '';
  const edges = Array.from(architecture.matchAll(edgeRow), ([, from = '', to = '']) => ({ from, to }));
  const manifests = manifestsOf(files);
  const imports = importsOf(files);
  const there = new Set(files.map(({ path }) => path));
  const forbidden = imports.flatMap((one) => {
    const message = faultOf(one, edges, manifests, there);
    return message ? [{ path: one.from, line: one.line, message }] : [];
  });
  return [...forbidden, ...cycles(imports)];
}

function faultOf(one: Import, edges: Edge[], manifests: Map<string, Manifest>, there: Set<string>): string | undefined {
  const { from, to, specifier } = one;
  const row = rowOf(from, edges);
  const test = isTest(from);
  switch (to.kind) {
    case 'file': {
      if (/\.(ts|tsx|mjs|css|json)$/.test(to.path) && !there.has(to.path))
        return `imports ${specifier}, which does not exist`;
      const allowed = !row || row.layer.test(to.path) || row.mayImport.some((layer) => layer.test(to.path));
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

/** The row of a file. A feature has a row of its own, made here, with the edges that the page lists for it. */
function rowOf(path: string, edges: Edge[]): Row | undefined {
  const [, workspace, feature] = /^(server|web)\/src\/features\/([^/]+)\//.exec(path) ?? [];
  if (!workspace || !feature) return table.find(({ layer }) => layer.test(path));
  const own = (name: string, rest: string): RegExp => new RegExp(`^${workspace}/src/features/${name}/${rest}`);
  // Files at the root of the other feature, never its parts/.
  const listed = edges.filter(({ from }) => from === feature).map(({ to }) => own(to, '[^/]+$'));
  const below = workspace === 'server' ? /^server\/src\/(core|identity)\// : /^web\/src\/(ui|lib)\//;
  return { layer: own(feature, ''), mayImport: [domain, contract, below, ...listed], runtime: workspace === 'server' };
}

/** What runs needs a dependency; tests, settings of tools and types do with a development dependency, also of the root. */
function declared(from: string, name: string, test: boolean, manifests: Map<string, Manifest>): boolean {
  const own = manifests.get(workspaceOf(from)) ?? manifests.get('.');
  if (own?.dependencies?.[name] !== undefined) return true;
  const runs = /^(server|simulator|web\/src)\//.test(from);
  if (runs && !test) return false;
  return own?.devDependencies?.[name] !== undefined || manifests.get('.')?.devDependencies?.[name] !== undefined;
}

/** Groups of files that import each other in a circle (strongly connected components, after Tarjan 1972). */
function cycles(imports: Import[]): Finding[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) if (to.kind === 'file') next.set(from, [...(next.get(from) ?? []), to.path]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: Finding[] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let lowest = index;
    stack.push(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? index);
    }
    if (lowest === index) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || next.get(file)?.includes(file)) {
        found.push({ path: file, line: 1, message: `imports in a circle: ${circle.join(', ')}` });
      }
    }
    return lowest;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return found;
}
