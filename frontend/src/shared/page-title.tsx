interface PageTitleProps {
  title: string;
  description?: string;
}

/** React puts these into the document's head, in the browser and in a server render alike. */
export function PageTitle({ title, description }: PageTitleProps) {
  return (
    <>
      <title>{`${title} · Rapid Manufacturer`}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
