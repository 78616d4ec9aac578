import { useEffect, useState } from 'react';
import { type ReadKind, useLazyKindToEditQuery } from '../../../api/kind-admin';
import { ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { KindEditor } from './kind-editor';

/** One kind. It is read once: what others do meanwhile must not change a form that is being filled in. */
export function KindPage({ slug }: { slug: string }) {
  const [load, { error, isFetching }] = useLazyKindToEditQuery();
  const [read, setRead] = useState<ReadKind>();
  const reload = async () => {
    const { data } = await load({ slug });
    if (data) setRead(data);
  };
  useEffect(() => {
    void reload();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [slug]);
  if (read) return <KindEditor key={slug} first={read} />;
  return (
    <>
      <PageHead title="Kind" />
      {error !== undefined && !isFetching ? (
        <ErrorState error={error} title="The kind could not be loaded" retry={reload} />
      ) : (
        <Spinner label="Loading the kind" />
      )}
    </>
  );
}
