import { LOGIN } from '../../contract/actors.ts'
import { readDescription } from '../../contract/description.ts'
import { type Row, tryRows } from '../../contract/rows.ts'
import { openStories } from '../../home/story.ts'

/** As the admin app's pages send them. */
export const FROM_A_PAGE = { 'Content-Type': 'application/json', 'X-Requested-With': 'react' }

/** A router that is not set up, for the requests of existing clients and the expected responses. */
export async function openContract() {
  const story = await openStories({ laptop: { wired: true, unknown: true }, phone: { unknown: true } }, { unset: true })
  return {
    story,
    /** A scenario in which the owner makes the calls of a table. */
    tryTable: (title: string, rows: readonly Row[]): void =>
      story(`every call responds as its clients expect: ${title}`, async ({ router }) => {
        const description = await readDescription(router.console)
        await tryRows({ socket: router.console, login: LOGIN, headers: FROM_A_PAGE, description }, rows)
      }),
  }
}
