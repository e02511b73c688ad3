// Who is to play: four seats that are filled from the list of the table, or with guests. Pure.

/** @typedef {{ players: string[], draw: boolean, preset: string, options: { [id: string]: any } }} Draft */

export const SEATS = [0, 1, 2, 3];
export const LONGEST = 60;

/** A name as the table takes it. @param {string} text */
export const nameOf = (text) => text.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/\s+/g, " ").trim().slice(0, LONGEST).trim();

/** At the first free seat, or away from where it sits. @param {string[]} players @param {string} name */
export function toggled(players, name) {
  if (players.includes(name)) return players.map((each) => (each === name ? "" : each));
  const free = players.indexOf("");
  return free < 0 ? players : players.map((each, seat) => (seat === free ? name : each));
}

/** Two people change places. @param {string[]} players @param {number} seat */
export function swapped(players, seat) {
  const next = (seat + 1) % players.length;
  return players.map((each, n) => (n === seat ? players[next] : n === next ? players[seat] : each));
}

/** Whether four different people are named. @param {string[]} players */
export const whole = (players) => players.every(Boolean) && new Set(players).size === players.length;
