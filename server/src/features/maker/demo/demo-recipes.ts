import type { RecipeBody } from '@brina/contract/calls/kitchen/recipes';
import { demoAccount } from '@brina/domain/constants';
import type { IconName } from '@brina/domain/recipes/icons';
import type { PaletteIndex } from '@brina/domain/recipes/palette';
import { definitionOf } from '@brina/domain/recipes/presets';
import type { RecipeDefinition, RecipeSector } from '@brina/domain/recipes/recipe';
import type { Database } from '#core/db/database.ts';
import { checked, insertRecipe } from '#features/kitchen/recipes/save.ts';

/** A cycle of the demo company: what is made with it, how it looks, and what it does in the notation of the presets. */
type DemoRecipe = readonly [
  title: string,
  product: string,
  sector: RecipeSector,
  icon: IconName,
  colour: PaletteIndex,
  /** In the numbering of MF. */
  function: number,
  phases: string,
];

const chill = 0;
const freeze = 1;

/** The company's own cycles, those that its cooks use most often first. */
const demoRecipes: readonly DemoRecipe[] = [
  ['Ragù della casa', 'Ragù', 'gastronomy', 'pot', 6, chill, '-12/100/-/s4 · 0/100/-/c3 · H2/40/-'],
  ['Crema pasticcera fine', 'Crema pasticcera', 'pastry', 'pipingBag', 8, chill, '-10/80/-/s4 · 0/70/-/c3 · H2/40/-'],
  ['Lasagne in teglia alta', 'Lasagne', 'gastronomy', 'lasagne', 7, chill, '-14/100/-/s3 · 0/100/-/c3 · H2/40/-'],
  ['Croissant crudi', 'Croissant', 'pastry', 'croissant', 8, freeze, '-35/90/-/c-18 · H-20/50/-'],
  ['Vitello arrosto intero', 'Vitello arrosto', 'gastronomy', 'roast', 6, chill, '-10/90/-/s2 · 0/80/-/c3 · H2/40/-'],
  ['Risotto base', 'Risotto base', 'gastronomy', 'riceBowl', 8, chill, '-10/100/-/s3 · 0/90/-/c3 · H2/40/-'],
  ['Pan di Spagna', 'Pan di Spagna', 'pastry', 'spongeRoll', 8, chill, '-10/80/-/s4 · 0/70/-/c3 · H2/30/-'],
  ['Brodo di carne', 'Brodo', 'gastronomy', 'ladle', 7, chill, '-12/100/-/s4 · 0/100/-/c3 · H2/40/-'],
  ['Gnocchi porzionati', 'Gnocchi', 'gastronomy', 'pasta', 3, freeze, '-38/100/-/c-18 · H-20/50/-'],
  ['Semifreddo al torrone', 'Semifreddo', 'pastry', 'dessertCup', 1, freeze, '-38/80/-/c-18 · H-20/40/-'],
  ['Parmigiana', 'Parmigiana', 'gastronomy', 'aubergine', 10, chill, '-8/80/-/s4 · 0/70/-/c3 · H2/40/-'],
  ['Caponata', 'Caponata', 'gastronomy', 'aubergine', 10, chill, '0/60/-/c3 · H2/40/-'],
  ['Mousse in stampo', 'Mousse', 'pastry', 'mousseDome', 5, freeze, '-38/60/-/c-18 · H-20/40/-'],
  ['Verdure al vapore', 'Verdure al vapore', 'gastronomy', 'broccoli', 10, chill, '-5/90/-/s3 · 0/80/-/c3 · H2/40/-'],
  ['Bavarese', 'Bavarese', 'pastry', 'mousseDome', 1, chill, '-10/70/-/s3 · -1/60/-/c3 · H2/30/-'],
  ['Fondo bruno concentrato', 'Fondo bruno', 'gastronomy', 'sauceBoat', 6, freeze, '-38/100/-/c-18 · H-20/50/-'],
  ['Polpette', 'Polpette', 'gastronomy', 'croquette', 6, freeze, '-38/100/-/c-18 · H-20/50/-'],
  ['Frolla stesa', 'Frolla', 'pastry', 'tart', 5, chill, '-10/80/-/s4 · 0/70/-/c3 · H2/30/-'],
  ['Ganache', 'Ganache', 'pastry', 'praline', 6, chill, '-10/70/-/s4 · 0/60/-/c3 · H2/30/-'],
  ['Bignè vuoti', 'Bignè', 'pastry', 'pipingBag', 5, freeze, '-35/90/-/c-18 · H-20/50/-'],
];

/** A cycle as the simulator's cooks know it; the most used one comes first. */
export type DemoCycle = {
  readonly number: number;
  readonly version: number;
  readonly hash: string;
  readonly sector: RecipeSector;
  readonly product: string;
  readonly definition: RecipeDefinition;
};

/** Keeps the demo company's own cycles, as if its owner had made them at a moment before the demo's past begins. */
export const keepDemoRecipes = (db: Database, company: string, now: number): Promise<DemoCycle[]> =>
  db.write(async (tx) => {
    const owner = tx.selectFrom('app_user').select('id').where('email', '=', demoAccount);
    const { id: user } = await owner.executeTakeFirstOrThrow();
    const cycles: DemoCycle[] = [];
    for (const row of demoRecipes) {
      const [, product, sector] = row;
      const recipe = checked(bodyOf(row));
      const { number, version } = await insertRecipe(tx, { ...recipe, company, user, now, cause: 'create' });
      cycles.push({ number, version, hash: recipe.hash, sector, product, definition: recipe.definition });
    }
    return cycles;
  });

const bodyOf = ([title, , sector, icon, colour, code, phases]: DemoRecipe): RecipeBody => ({
  title,
  description: '',
  language: 'it_IT',
  texts: {},
  icon,
  colour,
  sector,
  laboratoryIds: [],
  definition: definitionOf(code, phases),
});
