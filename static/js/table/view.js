/**
 * The view as types: what `patchpoker/table/view.py` sends, field by field. Nothing runs here.
 *
 * @typedef {{name: string, cards: string[]}} MadeHand the five cards that make it
 * @typedef {{seat: number, player: string, name: string, stack: number,
 *   state: "waiting"|"sitting_out"|"busted"|"playing"|"all_in"|"folded", bet: number,
 *   contributed: number, card_count: number, ready: boolean|null, last_action: string|null,
 *   sit_out_next: boolean, leaving: boolean, hands: string[][]|null}} SeatView
 * @typedef {{deadline_ms: number, total_ms: number}} ClockView
 * @typedef {{name: string, chips: number, eligible_seats: number[], board_shares: number[]}} PotView
 * @typedef {{no: number, phase: "betting"|"arranging"|"run_out"|"finished", street: string,
 *   button: number, small_blind_seat: number, big_blind_seat: number, boards: string[][],
 *   pot_chips: number, pots: PotView[], bet_to_match: number, awaiting: number[],
 *   decision: string}} HandView
 * @typedef {{seat: number, chips: number}} Win
 * @typedef {{board: number|null, chips: number, winners: Win[]}} Share
 * @typedef {{name: string, chips: number, rake: number, eligible_seats: number[],
 *   shares: Share[], scoop: number|null}} Award
 * @typedef {{seat: number, hands: string[][], made: MadeHand[]}} Shown one of each a board
 * @typedef {{seat: number, player: string, name: string, won: number, net: number,
 *   stack: number}} Total
 * @typedef {{hand_no: number, ending: "showdown"|"uncontested"|"void", boards: string[][],
 *   awards: Award[], shown: Shown[], returned: Win[], totals: Total[]}} Result
 * @typedef {{table_id: string, code: string|null, host: string|null, game: string,
 *   game_name: string, seat_count: number, small_blind: number, big_blind: number, speed: string,
 *   decision_ms: number, arrangement_ms: number, min_buy_in: number, max_buy_in: number,
 *   rake_bps: number, rake_cap_chips: number, phase: "waiting"|"playing"|"result"|"closed",
 *   closing: boolean, seats: (SeatView|null)[], hand: HandView|null, clock: ClockView|null,
 *   result: Result|null, last_hand_no: number}} PublicView
 * @typedef {{min_to: number, max_to: number}} Sizes totals for the street
 * @typedef {{fold: boolean, check: boolean, call: number|null, call_all_in: boolean,
 *   bet: Sizes|null, raise_to: Sizes|null}} Legal what may be done now; null: not offered
 * @typedef {{seat: number, player: string, hands: string[][], decision: string|null,
 *   legal: Legal|null, can_arrange: boolean, ready: boolean|null, sitting_out: boolean,
 *   sit_out_next: boolean, leaving: boolean, owes_blind: boolean, post_choice: boolean,
 *   waiting_for: "big_blind"|"button"|"next_hand"|null, queued_top_up: number,
 *   max_top_up: number, rebuy_deadline_ms: number|null}} PrivateView the own seat's part
 * @typedef {(seat: number) => string} Names
 * @module
 */

export {};
