import { openHome } from '../home/home.ts'
import { settleInside } from '../process/inside.ts'
import { KILLED_HOUSEHOLD, openOutages } from './outages.ts'
import { openRandom, seedFrom } from './random.ts'

/** Packets and the rebuild are tested only in every n-th round: they take longer than the rest of a round. */
const PROBED_EVERY = 5
const REBUILT_EVERY = 10

/** `COUNT [SEED]`: kills the daemon of a home COUNT times. Exits with 1 when a guarantee is broken. */
async function run([count = '200', seed]: readonly string[]): Promise<void> {
  await settleInside()
  const random = openRandom(seedFrom(seed))
  console.log(`${count} kills, seed ${random.seed}`)
  const began = Date.now()
  const home = await openHome(KILLED_HOUSEHOLD)
  const outages = await openOutages(home, random)
  for (let round = 1; outages.kills < Number(count); round++) {
    await outages.kill(round % PROBED_EVERY === 0)
    if (round % REBUILT_EVERY === 0) {
      await outages.rebuild()
      const { done, refused, unanswered } = outages.tally
      const seconds = Math.round((Date.now() - began) / 1000)
      console.log(
        `${outages.kills} kills in ${seconds} s: ${done} writes done, ${refused} refused, ${unanswered} unanswered`,
      )
    }
  }
  await outages.rebuild()
  await home.close()
  console.log(`${outages.kills} kills, and nothing that was answered was lost; store and kernel agree`)
}

run(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  },
)
