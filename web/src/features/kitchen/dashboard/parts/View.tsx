import { comesLater } from '../../../../lib/comes-later.ts';
import type { DashboardSearch, SearchChange } from '../dashboard-search.ts';

const Wall = comesLater(async () => {
  const { Wall: Part, messages } = await import('../Wall.tsx');
  return { Part, messages };
});
const Book = comesLater(async () => {
  const { BookScreen: Part, messages } = await import('../../../record/haccp/BookScreen.tsx');
  return { Part, messages };
});

/** A view of the home other than its cards: the display for a wall, or the book of food records. */
export const View = (props: { search: DashboardSearch; onChange: (change: SearchChange) => void }) =>
  props.search.view === 'wall' ? <Wall {...props} /> : <Book />;
