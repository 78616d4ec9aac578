import { Table } from 'antd';
import type {
  ImportErrorDto,
  ImportResultDto,
  ImportedFieldDto,
  ImportedRowDto,
} from '../../../api/generated-admin';
import { count } from '../../../lib/format';
import { Tag } from '../../../ui/feedback';

const ROWS = { pageSize: 20, hideOnSinglePage: true, showSizeChanger: false };
const shown = (value: ImportedFieldDto['before']): string => (value === undefined ? 'empty' : String(value));

/** What is wrong with a file, by line and column. */
export function ImportErrors({ result }: { result: ImportResultDto }) {
  return (
    <>
      <p>
        {result.canSkipInvalid
          ? 'Nothing is imported of a file with errors, unless the rows that have them are left out.'
          : 'Nothing is imported while the header of the file has errors.'}
      </p>
      <Table<ImportErrorDto>
        caption={<span className="visually-hidden">Errors of the file</span>}
        tableLayout="fixed"
        classNames={{ body: { cell: 'import__cell' } }}
        size="small"
        rowKey={(error) => `${error.line} ${error.column} ${error.message}`}
        dataSource={result.errors}
        pagination={ROWS}
        columns={[
          { title: 'Line', dataIndex: 'line', align: 'end', width: 56 },
          { title: 'Column', dataIndex: 'column', width: 132 },
          { title: 'What is wrong', dataIndex: 'message' },
        ]}
      />
      <More listed={result.errors.length} all={result.errorCount} />
    </>
  );
}

/** What a file changes, old and new. */
export function ImportChanges({ result }: { result: ImportResultDto }) {
  const all = result.created + result.updated;
  if (all === 0) return <p>The file changes nothing.</p>;
  return (
    <>
      <Table<ImportedRowDto>
        caption={<span className="visually-hidden">Changes of the file</span>}
        tableLayout="fixed"
        classNames={{ body: { cell: 'import__cell' } }}
        size="small"
        rowKey="line"
        dataSource={result.changes}
        pagination={ROWS}
        columns={[
          { title: 'Line', dataIndex: 'line', align: 'end', width: 56 },
          {
            title: 'Product',
            render: (_value, { label, action }) => (
              <>
                {label} {action === 'create' && <Tag tone="ok">New</Tag>}
              </>
            ),
          },
          {
            title: 'Changes',
            render: (_value, { fields }) => (
              <ul className="import__fields">
                {fields.map(({ field, before, after }) => (
                  <li key={field}>
                    {field}: {before !== undefined && <del>{shown(before)}</del>} {shown(after)}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      <More listed={result.changes.length} all={all} />
    </>
  );
}

const More = ({ listed, all }: { listed: number; all: number }) =>
  all > listed && (
    <p className="muted">
      The first {count(listed)} of {count(all)}.
    </p>
  );
