import { useId, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../api/idempotency-key';
import type { ImportResultDto } from '../../../api/generated-account';
import { asApiError } from '../../../api/problem';
import {
  useImportProductsMutation,
  usePreviewImportMutation,
  type ImportPreview,
} from '../../../api/product-admin';
import { count } from '../../../lib/format';
import { notify } from '../../../ui/notify';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { useHoldDialog } from '../../../ui-admin/dialog-hold';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { ImportChanges, ImportErrors } from './import-tables';

interface Chosen {
  file: File;
  /** Of the import of this file, so that a repeat after a lost response imports it once. */
  key: string;
  preview?: ImportPreview;
}

/** Imports a CSV file: shows what it would change, or what is wrong with it, before anything is changed. */
export function ImportProducts() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Import
      </Button>
      <AdminDialog open={open} onClose={() => setOpen(false)} title="Import products" width={860}>
        <ImportDialog close={() => setOpen(false)} />
      </AdminDialog>
    </>
  );
}

function ImportDialog({ close }: { close: () => void }) {
  const [preview, previewing] = usePreviewImportMutation();
  const [run, running] = useImportProductsMutation();
  useHoldDialog(running.isLoading);
  const [chosen, setChosen] = useState<Chosen>();
  const [failure, setFailure] = useState<string>();
  /** The file chosen last: what the server says of an earlier one is not shown any more. */
  const latest = useRef<File>(undefined);

  const choose = async (file: File, why?: string) => {
    const next: Chosen = { file, key: newIdempotencyKey() };
    latest.current = file;
    setChosen(next);
    setFailure(why);
    try {
      const shown = await preview({ file }).unwrap();
      if (latest.current === file) setChosen({ ...next, preview: shown });
    } catch (error) {
      if (latest.current === file) setFailure(asApiError(error).detail);
    }
  };
  const confirm = async ({ file, key, preview: shown }: Chosen) => {
    setFailure(undefined);
    try {
      const { created, updated } = await run({ file, etag: shown?.etag ?? '', key }).unwrap();
      close();
      void notify('success', `Imported: ${count(updated)} changed, ${count(created)} added`);
    } catch (error) {
      const { status, detail } = asApiError(error);
      if (status === 412 || status === 422)
        await choose(file, 'Products have changed meanwhile. This is what the file changes now.');
      else setFailure(detail);
    }
  };

  const result = chosen?.preview?.result;
  return (
    <div className="import">
      <FileDrop
        name={chosen?.file.name}
        onChoose={(file) => {
          if (!running.isLoading) void choose(file);
        }}
      />
      {previewing.isLoading && <Spinner label="Reading the file" />}
      {failure && <Alert tone="bad">{failure}</Alert>}
      {result && <Preview result={result} />}
      <div className="dialog-buttons">
        <Button look="secondary" disabled={running.isLoading} onClick={close}>
          Cancel
        </Button>
        {chosen && failure && !result && !previewing.isLoading && (
          <Button onClick={() => void choose(chosen.file)}>Try again</Button>
        )}
        {chosen && result && (
          <Button
            busy={running.isLoading}
            disabled={result.errorCount > 0 || result.created + result.updated === 0}
            onClick={() => void confirm(chosen)}
          >
            Import {count(result.created + result.updated)} products
          </Button>
        )}
      </div>
    </div>
  );
}

function Preview({ result }: { result: ImportResultDto }) {
  const { rows, created, updated, unchanged, ignoredColumns, errorCount } = result;
  return (
    <>
      <p role="status" className="num">
        {count(rows)} rows: {count(updated)} change, {count(created)} are new, {count(unchanged)} stay as they
        are, {count(errorCount)} errors.
        {ignoredColumns.length > 0 && ` Not imported: ${ignoredColumns.join(', ')}.`}
      </p>
      {errorCount > 0 ? <ImportErrors result={result} /> : <ImportChanges result={result} />}
    </>
  );
}

function FileDrop({ name, onChoose }: { name: string | undefined; onChoose: (file: File) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        CSV file
      </label>
      <div className="photo import__drop">
        <input
          id={id}
          className="photo__input"
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}h`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onChoose(file);
            target.value = '';
          }}
        />
        <p className="photo__hint">
          <strong>{name ?? 'Choose a file'}</strong>
          <br />
          <span className="muted">{name ? 'choose or drop another' : 'or drop one here'}</span>
        </p>
      </div>
      <div className="field__hint" id={`${id}h`}>
        Columns as in the export, or some of them; a row is found by its sku. <code>restock</code> adds units.
        At most 5,000 rows.
      </div>
    </div>
  );
}
