// What turns words to a side.

import { html } from "../../../shared/vendor/preact.js";

export const Arrow = () => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12a7 7 0 1 1-2.1-5M17 2.5V7.3h-4.8" /></svg>`;
