// Shows in a button whether what it folds is open: `aria-expanded` of the button turns it.
export function FoldSign() {
  return (
    <svg className="fold" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      <path d="M3 1l4 4-4 4" />
    </svg>
  );
}
