import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../api/problem';
import { useApiDispatch } from '../api/runtime';
import { count } from '../lib/format';
import { useLeaveGuard } from '../forms/leave-guard';
import { notify } from '../ui/notify';
import { Button } from '../ui/button';
import { saveFile } from '../lib/save-file';
import { downloadExport, type ExportProgress } from './export-file';

interface ExportButtonProps {
  label: string;
  /** `/purchases/export`: takes the parameters of the search. */
  path: string;
  /** The filters, search and sort that are set. */
  arg: object;
  /** What is exported, in the plural. */
  noun: string;
}

export function exportUrl(path: string, arg: object): string {
  const given = Object.entries(arg).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** Exports all matching rows, with progress and a way to stop. */
export function ExportButton({ label, path, arg, noun }: ExportButtonProps) {
  const dispatch = useApiDispatch();
  const [progress, setProgress] = useState<ExportProgress>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useLeaveGuard(progress !== undefined, 'The export is not complete; nothing of it is saved yet.');
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(undefined);
    setProgress({ rows: 0 });
    try {
      const file = await dispatch(downloadExport(exportUrl(path, arg), controller.signal, setProgress));
      saveFile(file);
      void notify('success', `${file.name} is saved`);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(asApiError(error).detail);
    } finally {
      setProgress(undefined);
    }
  };

  const { rows = 0, total } = progress ?? {};
  return (
    <span className="export">
      {failure && (
        <span className="export__failure" role="alert">
          {failure}
        </span>
      )}
      {progress && (
        <>
          <progress
            className="export__bar"
            aria-label={`Exporting ${noun}`}
            {...(total ? { value: rows, max: total } : {})}
          />
          <span className="num">
            {count(rows)}
            {total !== undefined && ` of ${count(total)}`}
          </span>
        </>
      )}
      {/* One button, which keeps the focus. */}
      <Button look="secondary" small onClick={() => (progress ? running.current?.abort() : void run())}>
        {progress ? 'Cancel the export' : label}
      </Button>
    </span>
  );
}
