import { useId, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../api/idempotency-key';
import type { ImportResultDto } from '../../../api/generated-admin';
import { asApiError } from '../../../api/problem';
import {
  useImportProductsMutation,
  usePreviewImportMutation,
  useRejectedRowsMutation,
  type ImportPreview,
} from '../../../api/product-admin';
import { KindSelect } from '../../../features/kinds/kind-select';
import { count } from '../../../lib/format';
import { saveFile } from '../../../lib/save-file';
import { notify } from '../../../ui/notify';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { useHoldDialog } from '../../../ui-admin/dialog-hold';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import { importedText, previewText } from './import-text';
import { ImportChanges, ImportErrors } from './import-tables';

interface Chosen {
  file: File;
  /** Of rows that name none; '' for no kind. */
  kind: string;
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
  const [kind, setKind] = useState('');
  const [skips, setSkips] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const [failure, setFailure] = useState<string>();
  /** The choice made last: what the server says of an earlier one is not shown any more. */
  const latest = useRef<Chosen>(undefined);

  const choose = async (file: File, of = kind, why?: string) => {
    const next: Chosen = { file, kind: of, key: newIdempotencyKey() };
    latest.current = next;
    setChosen(next);
    setSkips(false);
    setFailure(why);
    try {
      const shown = await preview({ file, ...(of && { kind: of }) }).unwrap();
      if (latest.current === next) setChosen({ ...next, preview: shown });
    } catch (error) {
      if (latest.current === next) setFailure(asApiError(error).detail);
    }
  };
  const confirm = async ({ file, kind: of, key, preview: shown }: Chosen) => {
    setFailure(undefined);
    try {
      const result = await run({
        file,
        etag: shown?.etag ?? '',
        key,
        ...(of && { kind: of }),
        ...(skips && { skipInvalid: true }),
      }).unwrap();
      close();
      void notify('success', importedText(result));
    } catch (error) {
      const { status, detail } = asApiError(error);
      if (status === 412 || status === 422)
        await choose(file, of, 'Products have changed meanwhile. This is what the file changes now.');
      else setFailure(detail);
    }
  };

  const result = chosen?.preview?.result;
  return (
    <div className="import">
      <KindOfFile
        value={kind}
        onChange={(slug) => {
          if (running.isLoading) return;
          setKind(slug);
          if (chosen) void choose(chosen.file, slug);
        }}
      />
      <FileDrop
        name={chosen?.file.name}
        onChoose={(file) => {
          if (!running.isLoading) void choose(file);
        }}
      />
      {previewing.isLoading && <Spinner label="Reading the file" />}
      {failure && <Alert tone="bad">{failure}</Alert>}
      {chosen && result && (
        <>
          <p role="status" className="num">
            {previewText(result)}
          </p>
          {result.errorCount > 0 && (
            <RejectedRows {...chosen} result={result} skips={skips} onSkip={setSkips} />
          )}
          {result.errorCount > 0 && !skips ? (
            <ImportErrors result={result} />
          ) : (
            <ImportChanges result={result} />
          )}
        </>
      )}
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
            disabled={(result.errorCount > 0 && !skips) || result.created + result.updated === 0}
            onClick={() => void confirm(chosen)}
          >
            Import {count(result.created + result.updated)} products
          </Button>
        )}
      </div>
    </div>
  );
}

interface RejectedRowsProps extends Pick<Chosen, 'file' | 'kind'> {
  result: ImportResultDto;
  skips: boolean;
  onSkip: (skips: boolean) => void;
}

/** What can be done about the rows with errors: correct them in a file of their own, and leave them out for now. */
function RejectedRows({ file, kind, result, skips, onSkip }: RejectedRowsProps) {
  const [read, reading] = useRejectedRowsMutation();
  const [failure, setFailure] = useState<string>();
  const { invalid, canSkipInvalid } = result;
  if (invalid === 0 || !canSkipInvalid) return null;
  const rows = `${count(invalid)} ${invalid === 1 ? 'row' : 'rows'}`;
  const download = async () => {
    setFailure(undefined);
    try {
      const csv = await read({ file, ...(kind && { kind }) }).unwrap();
      // with the mark that Excel needs, which reading the response as text takes away
      saveFile({ name: 'products-to-correct.csv', content: new Blob(['\ufeff', csv], { type: 'text/csv' }) });
      void notify('success', 'products-to-correct.csv is saved');
    } catch (error) {
      setFailure(asApiError(error).detail);
    }
  };
  return (
    <div className="import__rejected">
      {failure && <Alert tone="bad">{failure}</Alert>}
      <label className="import__skip">
        <input type="checkbox" checked={skips} onChange={({ target }) => onSkip(target.checked)} />
        Leave out the {rows} with errors
      </label>
      <Button look="secondary" small busy={reading.isLoading} onClick={() => void download()}>
        Download these rows with their errors
      </Button>
    </div>
  );
}

function KindOfFile({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Kind
      </label>
      <KindSelect id={id} value={value} onChange={onChange} none="As the file says" />
      <div className="field__hint">Of rows whose column kind is empty or not there.</div>
    </div>
  );
}

function FileDrop({ name, onChoose }: { name: string | undefined; onChoose: (file: File) => void }) {
  const id = useId();
  return (
    <div className={name === undefined ? 'field' : 'field import__chosen'}>
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
        Columns as in the export, or some of them, in any order; a row is found by its id, externalId or sku.{' '}
        <code>spec.lengthMm</code> is a specification, <code>restock</code> adds units. At most 5,000 rows.
      </div>
    </div>
  );
}
