// Two short sounds, made here: a card that is laid down, and your turn.

let context: AudioContext | null = null

function audio(): AudioContext {
  context ??= new AudioContext()
  return context
}

export function cardSound(): void {
  const ctx = audio()
  const length = Math.floor(ctx.sampleRate * 0.05)
  const buffer = ctx.createBuffer(1, length, ctx.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3
  const source = ctx.createBufferSource()
  const filter = ctx.createBiquadFilter()
  const gain = ctx.createGain()
  filter.type = 'bandpass'
  filter.frequency.value = 1800
  gain.gain.value = 0.25
  source.buffer = buffer
  source.connect(filter).connect(gain).connect(ctx.destination)
  source.start()
}

export function turnSound(): void {
  const ctx = audio()
  const tone = ctx.createOscillator()
  const gain = ctx.createGain()
  tone.frequency.value = 660
  gain.gain.setValueAtTime(0.12, ctx.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, ctx.currentTime + 0.25)
  tone.connect(gain).connect(ctx.destination)
  tone.start()
  tone.stop(ctx.currentTime + 0.25)
}
