/** A version of semver.org: three numbers, and the identifiers of a pre-release. */
const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?$/

interface Version {
  readonly numbers: readonly number[]
  /** Undefined for a release. */
  readonly preRelease: readonly string[] | undefined
}

function parse(text: string): Version | undefined {
  const [, major, minor, patch, identifiers] = VERSION.exec(text) ?? []
  return major === undefined
    ? undefined
    : { numbers: [Number(major), Number(minor), Number(patch)], preRelease: identifiers?.split('.') }
}

export const isVersion = (text: string): boolean => VERSION.test(text)

/** Whether a version is newer than another. False if one of them is not a version. Semantic Versioning 2.0.0 §11. */
export function isNewer(text: string, than: string): boolean {
  const [a, b] = [parse(text), parse(than)]
  if (!a || !b) return false
  for (const [index, number] of a.numbers.entries()) if (number !== b.numbers[index]) return number > b.numbers[index]!
  if (!a.preRelease || !b.preRelease) return !a.preRelease && b.preRelease !== undefined
  for (let index = 0; ; index++) {
    const [one, other] = [a.preRelease[index], b.preRelease[index]]
    if (one === undefined || other === undefined) return one !== undefined
    if (one === other) continue
    const [isNumber, isOtherNumber] = [one, other].map((part) => /^\d+$/.test(part))
    if (isNumber !== isOtherNumber) return isOtherNumber === true
    return isNumber ? Number(one) > Number(other) : one > other
  }
}
