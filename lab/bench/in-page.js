// Measures inside a page. It is loaded before the page's scripts. Times are in ms of the page's clock.
{
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** Resolves when the present DOM has been painted: a frame is painted after this callback and before the next task. */
  const painted = async () => {
    await nextFrame()
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now()
  }
  /** Times of painted frames while recording. */
  let frames
  /** When the last key was pressed, how long each letter took until it was painted, and the rows after the last key. */
  let keyAt = 0
  let letters = []
  let lines = 0

  addEventListener('keydown', ({ timeStamp }) => (keyAt = timeStamp), true)
  addEventListener('input', async () => letters.push((await painted()) - keyAt), true)

  const isLine = ({ nodeName }) => nodeName === 'LI' || nodeName === 'UL'
  const noteLines = async (changes) => {
    if (!changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isLine))) return
    const pressed = keyAt
    const at = await painted()
    if (pressed === keyAt) lines = at - pressed
  }
  new MutationObserver(noteLines).observe(document, { childList: true, subtree: true })

  globalThis.bench = {
    watchFrames() {
      const noted = []
      const note = (at) => {
        noted.push(at)
        if (frames === noted) requestAnimationFrame(note)
      }
      frames = noted
      requestAnimationFrame(note)
    },
    /** Frame durations since watching started. */
    frameTimes() {
      const noted = frames
      frames = undefined
      return noted.slice(1).map((at, index) => at - noted[index])
    },
    /** For the keys since the last call: time from each key to its letter, and from the last key to the filtered list. */
    keyTimes() {
      const times = { letters, lines }
      letters = []
      lines = 0
      return times
    },
    /** Milliseconds from navigation until the condition held and was painted. */
    async since(holds) {
      while (!holds()) await nextFrame()
      return await painted()
    },
  }
}
