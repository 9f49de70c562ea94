/** The most characters of notes that a list of releases contains. */
const MOST = 8000

/**
 * What is new in a release: the section of the changelog below the heading of the version, or below `Unreleased`; Markdown, without the
 * heading. It ends with a whole line.
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = [version, 'Unreleased']
    .map((title) =>
      sections.find(
        (one) =>
          one
            .split('\n', 1)[0]!
            .replace(/^\[|\].*$/g, '')
            .trim() === title,
      ),
    )
    .find((found) => found !== undefined)
  const text = section?.slice(section.indexOf('\n')).trim() ?? ''
  return text.length <= MOST ? text : text.slice(0, text.lastIndexOf('\n', MOST)).trimEnd()
}
