import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { portalFetch } from '../../../lib/fetch.ts';
import { useMessages } from '../../../lib/messages.ts';
import { withQueries } from '../../../lib/Queries.tsx';
import styles from './DocumentText.module.css';
import { documentMessages } from './document.messages.ts';
import { type ReadDocument, readDocument } from './document-content.tsx';

async function fetchDocument(path: string, signal: AbortSignal): Promise<ReadDocument> {
  const response = await portalFetch(path, { signal, headers: { accept: 'text/html' } });
  const read = response.ok ? readDocument(await response.text()) : null;
  if (!read) throw new Error(`${path}: ${response.status}`);
  return read;
}

/** The content of one of our own static documents; nothing but a way to try again when it cannot be had (S2.37). */
export const DocumentText = withQueries(Text);

function Text({ path }: { path: string }) {
  const { t } = useMessages(documentMessages);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['document', path],
    queryFn: ({ signal }) => fetchDocument(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isError && !isFetching) {
    return (
      <div className={styles.absent}>
        <Button variant="subtle" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles.absent} role="status" aria-label={t('loading')}>
        <Loader />
      </div>
    );
  }
  return (
    <article className={styles.text} lang={data.lang}>
      {data.content}
    </article>
  );
}
