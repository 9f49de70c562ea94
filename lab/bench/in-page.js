// What is measured inside a page; it is there before anything of the page runs. Times are those of the page, in ms.
{
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** When what the page is made of now has been drawn: a frame draws after this call back, and before the next task. */
  const painted = async () => {
    await nextFrame()
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now()
  }
  /** When frames were drawn, while that is noted. */
  let frames
  /** When the newest key was pressed; how long each letter took to be seen, and the lines of the list after the newest. */
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
    /** Of what was typed since this was asked last: from each key to its letter, and from the last key to the list that it leads to. */
    keyTimes() {
      const times = { letters, lines }
      letters = []
      lines = 0
      return times
    },
    /** How long after the page was asked for this held, and had been drawn. */
    async since(holds) {
      while (!holds()) await nextFrame()
      return await painted()
    },
  }
}
