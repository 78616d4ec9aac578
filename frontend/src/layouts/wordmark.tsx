/** The brand: a red 'Rapid' and a white 'Manufacturer', always on near-black. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <span className="wordmark__rapid">Rapid</span> <span>Manufacturer</span>
    </span>
  );
}
