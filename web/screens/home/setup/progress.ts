/** What follows once the router has a password, in this order. */
const STEPS = ['internet', 'home', 'wifi', 'computer', 'phone'] as const

/** `restore`: in place of the steps after the internet, a backup of a server. */
export type SetupStep = (typeof STEPS)[number] | 'restore'

export const FIRST_STEP: SetupStep = STEPS[0]

export const stepOf = (text: unknown): SetupStep | undefined =>
  ([...STEPS, 'restore'] as const).find((step) => step === text)

/** The steps of a router with or without a wifi radio. */
const stepsOf = (hasRadio: boolean): readonly SetupStep[] => STEPS.filter((step) => hasRadio || step !== 'wifi')

/** The step after this one. The last one is followed by itself. */
export function nextStep(step: SetupStep, hasRadio: boolean): SetupStep {
  const steps = stepsOf(hasRadio)
  return steps[steps.indexOf(step) + 1] ?? step
}

/** How far the first run has got, as a person counts: the page with the password (undefined) is the one before the steps. */
export function stepPosition(step: SetupStep | undefined, hasRadio: boolean): readonly [now: number, all: number] {
  const steps = stepsOf(hasRadio)
  return [step === undefined ? 1 : steps.indexOf(step) + 2, steps.length + 1]
}

const KEY = 'sallyport.setup'

/** The current setup step of this tab, kept over reloads. */
export const progress = {
  current: (): SetupStep | undefined => stepOf(window.sessionStorage.getItem(KEY)),
  keep: (step: SetupStep): void => window.sessionStorage.setItem(KEY, step),
  forget: (): void => window.sessionStorage.removeItem(KEY),
}
