// The words of a row in a list of suggestions: a label and details, each in the direction of its own script.
interface Props {
  readonly label: string;
  readonly detail: string;
}

export function SuggestionText({ label, detail }: Props) {
  return (
    <>
      <span className="suggestion-label" dir="auto">
        {label}
      </span>
      <span className="suggestion-detail quiet" dir="auto">
        {detail}
      </span>
    </>
  );
}
