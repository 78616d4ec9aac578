import { Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { newIdempotencyKey } from '../api/account-api';
import { asApiError } from '../api/problem';
import { count } from '../lib/format';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import { Progress } from '../ui/progress';
import { Spinner } from '../ui/spinner';
import {
  batchesOf,
  retryBatches,
  runBatches,
  type Batch,
  type BulkAction,
  type BulkProgress,
  type BulkResult,
  type BulkRun,
  type Dispatch,
  type BulkRow,
  type Selection,
} from './bulk';

interface BulkDialogProps {
  action: BulkAction;
  selection: Selection;
  /** @param ran whether anything was sent */
  onClose: (ran: boolean) => void;
}

const messageOf = (error: unknown): string => {
  const { detail, errors } = asApiError(error);
  return Object.values(errors).join(' ') || detail;
};

/** A dry run first, then the rows that qualify in batches, with what became of each and a retry of those that failed. */
export function BulkDialog({ action, selection, onClose: onEnd }: BulkDialogProps) {
  const dispatch = useDispatch<Dispatch>();
  const run: BulkRun = (...call) => action.run(dispatch, ...call);
  const [fields, setFields] = useState<object | undefined>(action.Fields ? undefined : {});
  const [preview, setPreview] = useState<BulkResult>();
  const [progress, setProgress] = useState<BulkProgress>();
  const [busy, setBusy] = useState<'checking' | 'running'>();
  const [failure, setFailure] = useState<string>();
  const cancelled = useRef(false);

  const onClose = () => onEnd(progress !== undefined);
  const check = async (given: object) => {
    setBusy('checking');
    setFailure(undefined);
    const chosen =
      'ids' in selection ? { ids: selection.ids } : { filter: selection.filter, all: true as const };
    try {
      setPreview(await run({ ...given, ...chosen, dryRun: true }, newIdempotencyKey()));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  // Without fields of its own there is nothing to ask first.
  const began = useRef(false);
  useEffect(() => {
    if (began.current || action.Fields) return;
    began.current = true;
    void check({});
  });

  const send = async (batches: readonly Batch[], earlier?: BulkProgress) => {
    cancelled.current = false;
    setBusy('running');
    const labels = new Map(preview?.rows.map(({ id, label }) => [id, label]));
    const joined = (now: BulkProgress): BulkProgress => ({
      ...now,
      rows: new Map([...(earlier?.rows ?? []), ...now.rows]),
    });
    const end = await runBatches({
      batches,
      labels,
      run,
      fields: fields ?? {},
      isCancelled: () => cancelled.current,
      onProgress: (now) => setProgress(joined(now)),
      messageOf,
    });
    setProgress(joined(end));
    setBusy(undefined);
  };

  const qualifying = preview?.rows.filter(({ outcome }) => outcome === 'qualifies') ?? [];
  const outcomes = [...(progress?.rows.values() ?? [])];
  const withOutcome = (outcome: BulkRow['outcome']) => outcomes.filter((row) => row.outcome === outcome);
  const failed = withOutcome('failed');

  const footer = () => {
    if (busy === 'running')
      return (
        <Button look="secondary" onClick={() => (cancelled.current = true)}>
          Stop after this batch
        </Button>
      );
    if (progress)
      return (
        <>
          {failed.length > 0 && (
            <Button
              look="secondary"
              onClick={() => void send(retryBatches(progress, newIdempotencyKey), progress)}
            >
              Try {count(failed.length)} again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      );
    return (
      <>
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        {preview ? (
          <Button
            disabled={qualifying.length === 0}
            onClick={() =>
              void send(
                batchesOf(
                  qualifying.map(({ id }) => id),
                  newIdempotencyKey,
                ),
              )
            }
          >
            {action.confirm(qualifying.length)}
          </Button>
        ) : (
          (action.Fields || failure) && (
            <Button
              busy={busy === 'checking'}
              disabled={!fields}
              onClick={() => fields && void check(fields)}
            >
              {failure && !action.Fields ? 'Try again' : 'Check'}
            </Button>
          )
        )}
      </>
    );
  };

  return (
    <Modal
      open
      onCancel={() => busy !== 'running' && onClose()}
      title={action.title}
      width={640}
      footer={<div className="dialog-buttons">{footer()}</div>}
    >
      <div className="dialog-body">
        {action.Fields && !progress && (
          <action.Fields
            onChange={(given) => {
              setFields(given);
              setPreview(undefined);
              setFailure(undefined);
            }}
          />
        )}
        {busy === 'checking' && <Spinner label="Checking which rows qualify" />}
        {failure && <Alert tone="bad">{failure}</Alert>}
        {preview && !progress && <Preview preview={preview} show={action.showNumber} />}
        {progress && (
          <>
            <Progress
              label={`${count(progress.sent)} of ${count(progress.total)} rows sent`}
              value={Math.round((progress.sent / Math.max(progress.total, 1)) * 100)}
            />
            <p role="status">
              {count(withOutcome('done').length)} done, {count(withOutcome('refused').length)} refused,{' '}
              {count(failed.length)} failed
              {busy === undefined && progress.sent < progress.total && ', the others were not begun'}
            </p>
            <Rows title="Failed" rows={failed} open show={action.showNumber} />
            <Rows title="Refused" rows={withOutcome('refused')} open show={action.showNumber} />
            <Rows title="Done" rows={withOutcome('done')} show={action.showNumber} />
          </>
        )}
      </div>
    </Modal>
  );
}

function Preview({ preview, show }: { preview: BulkResult; show: BulkAction['showNumber'] }) {
  const { matched, qualifying, rows } = preview;
  return (
    <>
      <p role="status">
        <strong>
          {count(qualifying)} of {count(matched)}
        </strong>{' '}
        {matched === 1 ? 'row qualifies' : 'rows qualify'}.{' '}
        {qualifying < matched && 'The others are left as they are.'}
      </p>
      <Rows
        title="Do not qualify"
        rows={rows.filter(({ outcome }) => outcome === 'refused')}
        show={show}
        open
      />
      <Rows
        title="Qualify"
        rows={rows.filter(({ outcome }) => outcome === 'qualifies')}
        show={show}
        open={show !== undefined}
      />
    </>
  );
}

const MOST_SHOWN = 100;

interface RowsProps {
  title: string;
  rows: readonly BulkRow[];
  show: BulkAction['showNumber'];
  open?: boolean;
}

function Rows({ title, rows, show, open }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <details className="bulk-rows" open={open}>
      <summary>
        {title} ({count(rows.length)})
      </summary>
      <ul className="bulk-rows__list">
        {rows.slice(0, MOST_SHOWN).map(({ id, label, reason, before, after }) => (
          <li key={id}>
            {label}
            {show && before !== undefined && after !== undefined && (
              <span className="num">
                {show(before)} → {show(after)}
              </span>
            )}
            {reason && <small className="muted">{reason}</small>}
          </li>
        ))}
        {rows.length > MOST_SHOWN && <li className="muted">and {count(rows.length - MOST_SHOWN)} more</li>}
      </ul>
    </details>
  );
}
