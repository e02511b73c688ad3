// What the scripts use of `shared/vendor/preact.js` (htm with Preact and its hooks). Components get their
// properties through htm's templates, which no checker reads: their parameters say what they take.

export interface VNode {
  readonly type: unknown;
  readonly props: unknown;
}
export type Set<T> = (value: T | ((old: T) => T)) => void;
/** Runs after the drawing; what it returns undoes it. */
type Effect = () => void | (() => void);

/** An input or a select: which of the two is for the template to say. */
export type Field = HTMLInputElement & HTMLSelectElement;
/** What is entered into a field. */
export type Entry = Event & { readonly target: Field };
/** A form that is sent. */
export type Sending = SubmitEvent & { readonly target: HTMLFormElement; readonly currentTarget: HTMLFormElement };
/** What stands in a template; a function hears of a field, but where it says itself what it takes. */
type Value = ((event: Entry) => unknown) | {} | null | undefined;

export function html(strings: TemplateStringsArray, ...values: Value[]): VNode;
export function render(tree: VNode, parent: Element): void;
/** What begins as nothing, or empty, says nothing of what comes: it has its type in the call. */
export function useState(initial: string): [string, Set<string>];
export function useState(initial: boolean): [boolean, Set<boolean>];
export function useState<T>(initial: T | (() => T)): [T, Set<T>];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useRef<T>(initial: T): { current: T };
