import { Link } from 'react-router-dom';
import { useListItemsQuery, useSearchItemsQuery } from '../../../api/api';
import type { TableState } from '../../../lib/use-table-params';
import { money } from '../../../lib/format';
import { searchText } from '../../../lib/limits';
import { rangeText } from '../../../lib/page-range';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { kindPath } from '../../../features/products/kind-name';
import type { FilterTag } from './filter-tags';
import { NEWEST, searchArg, type PartFilter } from './search-arg';
import { useSimilarKinds } from './similar-kinds';

type Table = TableState<PartFilter>;

export interface NoPartsProps {
  table: Table;
  /** The filters in effect. */
  tags: readonly FilterTag[];
  /** The page, which may be beyond the last one. */
  shown: { page: number; total: number } | undefined;
  /** Another list is about to be shown here. */
  onLeave: () => void;
}

/** The list without one of its filters, with what it has then; none where that is still nothing. */
function Without({ table, tag, onLeave }: Omit<NoPartsProps, 'tags' | 'shown'> & { tag: FilterTag }) {
  const { changes } = tag;
  const arg = { ...searchArg({ ...table.params, sort: undefined, ...changes }), page: 1, pageSize: 1 };
  const { currentData } = useSearchItemsQuery(arg);
  if (currentData?.total === 0) return null;
  const found = currentData && rangeText({ ...currentData, items: [] }, 'parts');
  return (
    <li>
      <Link to={table.link(changes)} preventScrollReset onClick={onLeave}>
        Without {tag.label}: {tag.value}
      </Link>
      {found && <span className="muted num"> · {found}</span>}
    </li>
  );
}

/** A list that is empty always leads on: to its first page, without a filter, to a kind of a like name, to all parts, to the newest. */
export function NoParts({ shown, ...props }: NoPartsProps) {
  if (!shown?.total) return <NothingFound {...props} />;
  const { table, onLeave } = props;
  return (
    <EmptyState
      title={`There is no page ${shown.page}`}
      action={
        <ButtonLink to={table.link({})} look="secondary" preventScrollReset onClick={onLeave}>
          Show the first page
        </ButtonLink>
      }
    />
  );
}

function NothingFound({ table, tags, onLeave }: Omit<NoPartsProps, 'shown'>) {
  const newest = useListItemsQuery(NEWEST);
  const kinds = useSimilarKinds(searchText(table.params.q) ?? '');
  return (
    <>
      <EmptyState title="No parts match">Try fewer words, another kind, or a wider price range.</EmptyState>
      <ul className="no-parts" aria-label="Suggestions">
        {kinds.map(({ slug, label }) => (
          <li key={slug}>
            Did you mean{' '}
            <Link to={kindPath(slug)} preventScrollReset onClick={onLeave}>
              {label}
            </Link>
            ?
          </li>
        ))}
        {tags.length > 1 &&
          tags.map((tag) => <Without key={tag.key ?? tag.label} {...{ table, tag, onLeave }} />)}
        <li>
          <Link to="/parts" preventScrollReset onClick={onLeave}>
            Show all parts
          </Link>
        </li>
      </ul>
      {newest.data && newest.data.length > 0 && (
        <section className="section" aria-labelledby="newest-parts">
          <h2 id="newest-parts">Newest parts</h2>
          <ul className="newest">
            {newest.data.map(({ _id, name, price }) => (
              <li key={_id}>
                <Link to={`/parts/${_id}`}>{name}</Link>
                <span className="num">{money(price)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
