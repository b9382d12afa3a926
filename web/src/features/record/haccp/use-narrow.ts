import { useNavigate } from '@tanstack/react-router';

/** Narrows the book: parameters of its address, of which those that are `undefined` narrow it no more; it begins on its first page. */
export function useNarrow(): (by: Readonly<Record<string, string | undefined>>) => void {
  const navigate = useNavigate();
  return (by) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => ({ ...now, page: undefined, ...by }),
      replace: true,
    });
}
