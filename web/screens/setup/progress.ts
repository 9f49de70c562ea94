/** What follows once the router has a password, in this order. */
export const STEPS = ['internet', 'home', 'computer', 'phone'] as const
export type Step = (typeof STEPS)[number]

export const stepOf = (text: unknown): Step | undefined => STEPS.find((step) => step === text)

/** How far the first run has got, as a person counts: the first page is the one before these. */
export const countOf = (step: Step): readonly [now: number, all: number] => [STEPS.indexOf(step) + 2, STEPS.length + 1]

const KEY = 'sallyport.setup'

/** The current setup step of this tab, kept over reloads. */
export const progress = {
  current: (): Step | undefined => stepOf(window.sessionStorage.getItem(KEY)),
  keep: (step: Step): void => window.sessionStorage.setItem(KEY, step),
  forget: (): void => window.sessionStorage.removeItem(KEY),
}
