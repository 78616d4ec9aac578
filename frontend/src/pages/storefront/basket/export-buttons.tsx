import type { BasketLineDto } from '../../../api/generated-account';
import { basketCsv } from '../../../features/basket/basket-csv';
import { sharedPath } from '../../../features/basket/shared-link';
import { saveFile } from '../../../lib/save-file';
import { Button } from '../../../ui/button';
import { notify } from '../../../ui/notify';
import { useAbsoluteUrl } from '../../../ui/page-title';

/** The basket as a link that anyone can open, and as a file. */
export function ExportButtons({ lines }: { lines: readonly BasketLineDto[] }) {
  const absolute = useAbsoluteUrl();
  const copy = async () => {
    const link = absolute(sharedPath(lines));
    try {
      await navigator.clipboard.writeText(link);
      await notify('success', 'The link is copied. Anyone who has it can open these parts.');
    } catch {
      // not allowed, or not on a secure origin
      window.prompt('Copy this link', link);
    }
  };
  const download = () => {
    const content = new Blob([basketCsv(lines)], { type: 'text/csv;charset=utf-8' });
    saveFile({ name: `basket-${new Date().toISOString().slice(0, 10)}.csv`, content });
  };
  return (
    <>
      <Button look="secondary" small onClick={() => void copy()}>
        Copy link
      </Button>
      <Button look="secondary" small onClick={() => download()}>
        Download CSV
      </Button>
    </>
  );
}
