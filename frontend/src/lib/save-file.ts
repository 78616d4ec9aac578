export interface DownloadedFile {
  name: string;
  content: Blob;
}

/** Hands a file to the browser's downloads. */
export function saveFile({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
