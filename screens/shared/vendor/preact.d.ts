// What the scripts use of `shared/vendor/preact.js` (htm with Preact and its hooks). Components get their
// properties through htm's templates, which no checker reads: their parameters say what they take.

export interface VNode {
  readonly type: unknown;
  readonly props: unknown;
}
export type Set<T> = (value: T | ((old: T) => T)) => void;
/** Runs after the drawing; what it returns undoes it. */
type Effect = () => void | (() => void);

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: VNode, parent: Element): void;
/** What begins as nothing, or empty, says nothing of what comes: such a state is `any`, but for a type in its call. */
export function useState(initial: null): [any, Set<any>];
export function useState(initial: never[]): [any[], Set<any[]>];
export function useState(initial: string): [string, Set<string>];
export function useState(initial: boolean): [boolean, Set<boolean>];
export function useState<T>(initial: T | (() => T)): [T, Set<T>];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useRef(initial: null): { current: any };
export function useRef<T>(initial: T): { current: T };
