import { feature } from '../feature.ts';

/** What the database knows of itself and of the installation. */
export const db = feature({
  keeps: {
    migration: { always: 'how the schema came to be' },
    setting: { always: 'as many as there are names: secrets of the installation, and what it has seen of its clock' },
  },
  persons: {
    migration: { nobody: 'how the schema came to be' },
    setting: { nobody: 'the installation’s own' },
  },
});
