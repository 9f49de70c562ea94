export interface Taken {
  readonly taken: true
  release(): void
}
export interface Held {
  readonly taken: false
  readonly pid: number
  readonly orphan: boolean
}
export function takeLock(path: string): Taken | Held
export function waitForLock(path: string, onWait: (pid: number) => void): Promise<Taken>
