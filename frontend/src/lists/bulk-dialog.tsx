import { useEffect, useId, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { newIdempotencyKey } from '../api/idempotency-key';
import { asApiError } from '../api/problem';
import { count } from '../lib/format';
import { useLeaveGuard } from '../forms/leave-guard';
import { AdminDialog } from '../ui-admin/admin-dialog';
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
  type BulkRow,
  type BulkRun,
  type Dispatch,
  type Selection,
} from './bulk';
import { BulkPreview, BulkRows } from './bulk-rows';

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

/** A dry run, and the fields that it was of: no others are sent after it. */
interface Checked {
  fields: object;
  result: BulkResult;
}

/**
 * A dry run first, then the rows that qualify in batches, with what became of each and a retry of those that failed. Not
 * within the list: what it does often leaves the list empty.
 */
export function BulkDialog({ action, selection, onClose }: BulkDialogProps) {
  const dispatch = useDispatch<Dispatch>();
  const formId = useId();
  const run: BulkRun = (...call) => action.run(dispatch, ...call);
  const [fields, setFields] = useState<object | undefined>(action.Fields ? undefined : {});
  const [checked, setChecked] = useState<Checked>();
  const [progress, setProgress] = useState<BulkProgress>();
  const [busy, setBusy] = useState<'checking' | 'running'>();
  const [failure, setFailure] = useState<string>();
  const cancelled = useRef(false);
  useLeaveGuard(busy === 'running', 'Rows are being changed; those not begun would be left as they are.');
  /** The dry run that counts; the response to an earlier one is of other fields. */
  const latest = useRef<object>(undefined);

  const check = async (given: object) => {
    const own = (latest.current = {});
    setBusy('checking');
    setFailure(undefined);
    const chosen =
      'ids' in selection ? { ids: selection.ids } : { filter: selection.filter, all: true as const };
    const call = run({ ...given, ...chosen, dryRun: true }, newIdempotencyKey());
    const said = await call.then(
      (result) => () => setChecked({ fields: given, result }),
      (error: unknown) => () => setFailure(messageOf(error)),
    );
    if (latest.current !== own) return;
    said();
    setBusy(undefined);
  };
  // Without fields of its own there is nothing to ask first.
  const began = useRef(false);
  useEffect(() => {
    if (began.current || action.Fields) return;
    began.current = true;
    void check({});
  });
  const change = (given: object | undefined) => {
    latest.current = undefined;
    setFields(given);
    setChecked(undefined);
    setFailure(undefined);
    setBusy(undefined);
  };

  const send = async (
    { fields: sent, result }: Checked,
    batches: readonly Batch[],
    earlier?: BulkProgress,
  ) => {
    cancelled.current = false;
    setBusy('running');
    const labels = new Map(result.rows.map(({ id, label }) => [id, label]));
    const joined = (now: BulkProgress): BulkProgress => ({
      ...now,
      rows: new Map([...(earlier?.rows ?? []), ...now.rows]),
    });
    setProgress(earlier ?? { rows: new Map(), lost: [], sent: 0, total: result.qualifying });
    const end = await runBatches({
      batches,
      labels,
      run,
      fields: sent,
      isCancelled: () => cancelled.current,
      onProgress: (now) => setProgress(joined(now)),
      messageOf,
    });
    setProgress(joined(end));
    setBusy(undefined);
  };

  const qualifying = checked?.result.rows.filter(({ outcome }) => outcome === 'qualifies') ?? [];
  const close = () => onClose(progress !== undefined);

  const footer = () => {
    if (busy === 'running')
      return (
        <Button look="secondary" onClick={() => (cancelled.current = true)}>
          Stop after this batch
        </Button>
      );
    if (progress && checked) {
      const failed = [...progress.rows.values()].filter(({ outcome }) => outcome === 'failed').length;
      return (
        <>
          {failed > 0 && (
            <Button
              look="secondary"
              onClick={() => void send(checked, retryBatches(progress, newIdempotencyKey), progress)}
            >
              Try {count(failed)} again
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </>
      );
    }
    return (
      <>
        <Button look="secondary" onClick={close}>
          Cancel
        </Button>
        {checked && (
          <Button
            disabled={qualifying.length === 0}
            onClick={() =>
              void send(
                checked,
                batchesOf(
                  qualifying.map(({ id }) => id),
                  newIdempotencyKey,
                ),
              )
            }
          >
            {action.confirm(qualifying.length)}
          </Button>
        )}
        {!checked && action.Fields && (
          <Button type="submit" form={formId} busy={busy === 'checking'}>
            Check
          </Button>
        )}
        {!checked && !action.Fields && failure && <Button onClick={() => void check({})}>Try again</Button>}
      </>
    );
  };

  return (
    <AdminDialog
      open
      busy={busy === 'running'}
      onClose={close}
      title={action.title}
      width={640}
      footer={footer()}
    >
      {action.Fields && !progress && (
        <action.Fields
          formId={formId}
          onChange={change}
          onSubmit={() => {
            if (fields && busy !== 'checking') void check(fields);
          }}
        />
      )}
      {busy === 'checking' && <Spinner label="Checking which rows qualify" />}
      {failure && <Alert tone="bad">{failure}</Alert>}
      {checked && !progress && <BulkPreview preview={checked.result} show={action.showNumber} />}
      {progress && <Report progress={progress} isRunning={busy === 'running'} show={action.showNumber} />}
    </AdminDialog>
  );
}

interface ReportProps {
  progress: BulkProgress;
  isRunning: boolean;
  show: BulkAction['showNumber'];
}

/** While it runs how far it is, and then how it ended: a share sent says nothing about what was done. */
function Report({ progress, isRunning, show }: ReportProps) {
  const outcomes = [...progress.rows.values()];
  const withOutcome = (outcome: BulkRow['outcome']) => outcomes.filter((row) => row.outcome === outcome);
  const failed = withOutcome('failed');
  const refused = withOutcome('refused');
  const done = withOutcome('done');
  return (
    <>
      {isRunning && (
        <Progress
          label={`${count(progress.sent)} of ${count(progress.total)} rows sent`}
          value={Math.round((progress.sent / Math.max(progress.total, 1)) * 100)}
        />
      )}
      <p role="status" className={!isRunning && failed.length > 0 ? 'bulk-rows__failed' : undefined}>
        {count(done.length)} done, {count(refused.length)} refused, {count(failed.length)} failed
        {!isRunning && progress.sent < progress.total && ', the others were not begun'}
      </p>
      <BulkRows title="Failed" rows={failed} open show={show} />
      <BulkRows title="Refused" rows={refused} open show={show} />
      <BulkRows title="Done" rows={done} show={show} />
    </>
  );
}
