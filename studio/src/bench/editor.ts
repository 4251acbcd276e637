// The editor: CodeMirror, which asks the server about everything that is a matter of the language.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, foldService, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, ViewPlugin, drawSelection, gutter, highlightActiveLine, hoverTooltip, keymap, lineNumbers, type DecorationSet, type ViewUpdate } from '@codemirror/view'

import { layoutChanges } from './changes'
import { markdown } from './markdown'
import type { Checked, Edit, Finding } from './words'

export interface Asked {
  <Answer>(what: string, more: Record<string, unknown>): Promise<Answer>
}

export interface EditorOptions {
  parent: HTMLElement
  text: string
  writable: boolean
  ask: Asked
  changed: (text: string) => void
  run: (command: 'save' | 'format' | 'define' | 'uses' | 'rename' | 'quick' | 'play' | 'fix') => void
  explain: (code: string) => void
}

export interface CoverageLine {
  line: number
  cells: string[]
  reached: boolean | null
  findings: string[]
}

const setColours = StateEffect.define<[number, number, string][]>()
const setFolds = StateEffect.define<[number, number][]>()
const setCoverage = StateEffect.define<CoverageLine[]>()

const marks = new Map<string, Decoration>()
const mark = (kind: string): Decoration => {
  const known = marks.get(kind) ?? Decoration.mark({ class: `tok-${kind}` })
  marks.set(kind, known)
  return known
}

/** What every piece of the text is, as the server says; it moves with the text until the next answer. */
const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, transaction) {
    let found = known.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setColours)) continue
      const length = transaction.newDoc.length
      found = Decoration.set(effect.value.filter(([from, to]) => from < to && to <= length).map(([from, to, kind]) => mark(kind).range(from, to)), true)
    }
    return found
  },
  provide: (field) => EditorView.decorations.from(field),
})

const folds = StateField.define<[number, number][]>({
  create: () => [],
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value
    return transaction.docChanged ? known.map(([from, to]) => [transaction.changes.mapPos(from), transaction.changes.mapPos(to)]) : known
  },
})

const folding = foldService.of((state, start, end) => {
  const found = state.field(folds).find(([from, to]) => from >= start && from <= end && to > end)
  return found ? { from: end, to: Math.max(end, found[1] - 1) } : null
})

class Count extends GutterMarker {
  constructor(
    readonly text: string,
    readonly kind: string,
    readonly tip: string,
  ) {
    super()
  }

  override eq(other: Count): boolean {
    return this.text === other.text && this.kind === other.kind
  }

  override toDOM(): Node {
    const cell = document.createElement('span')
    cell.className = `count ${this.kind}`
    cell.textContent = this.text
    cell.title = this.tip
    return cell
  }
}

/** Counts of the last coverage run by line; stale as soon as the text changes. */
const coverage = StateField.define<{ lines: Map<number, CoverageLine>; stale: boolean }>({
  create: () => ({ lines: new Map(), stale: false }),
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCoverage)) return { lines: new Map(effect.value.map((line) => [line.line, line])), stale: false }
    return transaction.docChanged && !known.stale && known.lines.size ? { ...known, stale: true } : known
  },
})

const coverageGutter = gutter({
  class: 'cm-coverage',
  lineMarker(view, block) {
    const { lines, stale } = view.state.field(coverage)
    const line = lines.get(view.state.doc.lineAt(block.from).number)
    if (!line) return null
    const kind = `${stale ? 'stale ' : ''}${line.reached === false ? 'dead' : ''}`
    return new Count(line.cells.filter(Boolean).join(' · '), kind, [stale ? 'Of an earlier text.' : '', ...line.findings].join(' ').trim())
  },
  lineMarkerChange: (update) => update.startState.field(coverage) !== update.state.field(coverage),
})

/** Parentheses in six colours, by depth. */
const rainbow = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = this.made(view)
    }
    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = this.made(update.view)
    }
    made(view: EditorView): DecorationSet {
      const builder = new RangeSetBuilder<Decoration>()
      const { from, to } = view.viewport
      const text = view.state.sliceDoc(0, to)
      let depth = 0
      for (let i = 0; i < to; i++) {
        const c = text[i]
        if (c === ';') {
          const end = text.indexOf('\n', i)
          i = end < 0 ? to : end
        } else if (c === '(' || c === ')') {
          if (c === ')') depth = Math.max(0, depth - 1)
          if (i >= from) builder.add(i, i + 1, mark(`depth${depth % 6}`))
          if (c === '(') depth++
        }
      }
      return builder.finish()
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const TYPES: Record<string, string> = {
  form: 'function', word: 'keyword', variable: 'variable', constant: 'constant', place: 'namespace', storage: 'property', key: 'property', value: 'enum', function: 'function', method: 'method', type: 'type',
}

interface Item {
  label: string
  kind: string
  insert: string
  snippet: boolean
  detail: string
  doc: string
  start: number
  end: number
}

function completing(ask: Asked) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit && !/[\w('.]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null
    const { items } = await ask<{ items: Item[] }>('complete', { text: context.state.doc.toString(), at: context.pos })
    if (context.aborted || items.length === 0) return null
    const from = Math.min(...items.map((item) => item.start))
    return {
      from,
      options: items.map((item, number) => ({
        label: item.label,
        type: TYPES[item.kind] ?? 'text',
        boost: -number / 100,
        ...(item.detail ? { detail: item.detail } : {}),
        ...(item.doc ? { info: () => markdown(item.doc) } : {}),
        apply: (view: EditorView, completion: Parameters<ReturnType<typeof snippet>>[1], _: number, to: number) => {
          // Choices such as ${1|next,current|} become their first word.
          const text = item.snippet ? item.insert.replace(/\$\{(\d+)\|([^,|}]*)[^}]*\}/g, '${$1:$2}') : item.insert
          if (item.snippet) snippet(text)(view, completion, item.start, to)
          else view.dispatch({ changes: { from: item.start, to, insert: text }, selection: { anchor: item.start + text.length } })
        },
      })),
    }
  }
}

function hovering(ask: Asked): Extension {
  return hoverTooltip(async (view, at) => {
    const found = await ask<{ text?: string; start?: number; end?: number }>('hover', { text: view.state.doc.toString(), at })
    if (!found.text) return null
    const { text } = found
    return { pos: found.start ?? at, end: found.end ?? at, above: true, create: () => ({ dom: markdown(text) }) }
  })
}

/** CodeMirror writes style sheets of its own: they need the nonce of the page. */
function nonce(): string {
  return document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? ''
}

export class Editor {
  readonly view: EditorView
  private readonly writable = new Compartment()
  private quiet = false

  constructor(private readonly options: EditorOptions) {
    const command = (name: Parameters<EditorOptions['run']>[0]) => (): boolean => {
      options.run(name)
      return true
    }
    this.view = new EditorView({
      parent: options.parent,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          lineNumbers(),
          coverage,
          coverageGutter,
          lintGutter(),
          foldGutter({ openText: '▾', closedText: '▸' }),
          codeFolding(),
          folds,
          folding,
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          bracketMatching(),
          closeBrackets(),
          indentUnit.of('  '),
          colours,
          rainbow,
          autocompletion({ override: [completing(options.ask)] }),
          hovering(options.ask),
          this.writable.of([EditorState.readOnly.of(!options.writable)]),
          EditorView.contentAttributes.of({ 'aria-label': 'Program', spellcheck: 'false' }),
          keymap.of([
            { key: 'Mod-s', run: command('save'), preventDefault: true },
            { key: 'Shift-Alt-f', run: command('format') },
            { key: 'F8', run: nextDiagnostic },
            { key: 'Shift-F8', run: previousDiagnostic },
            { key: 'Mod-.', run: command('fix') },
            { key: 'F12', run: command('define') },
            { key: 'Shift-F12', run: command('uses') },
            { key: 'F2', run: command('rename') },
            { key: 'Mod-Shift-Enter', run: command('play') },
            { key: 'Mod-Enter', run: command('quick') },
            // Escape first, so that Tab can leave the editor for those who have no mouse.
            { key: 'Escape', run: (view) => { view.contentDOM.blur(); return false } },
            ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.quiet) options.changed(update.state.doc.toString())
          }),
        ],
      }),
    })
  }

  get text(): string {
    return this.view.state.doc.toString()
  }

  get at(): number {
    return this.view.state.selection.main.head
  }

  /** Puts another text in the place of this one: the cursor stays as far as both are alike. */
  replace(text: string): void {
    if (text === this.text) return
    this.view.dispatch({ changes: layoutChanges(this.text, text) })
  }

  /** Lays the text out: only blanks change, so that the cursor stays at its word. */
  format(edits: Edit[]): void {
    const changes = edits.flatMap((edit) => layoutChanges(this.view.state.sliceDoc(edit.start, edit.end), edit.text, edit.start))
    if (changes.length) this.view.dispatch({ changes, userEvent: 'format' })
  }

  apply(edits: Edit[]): void {
    this.view.dispatch({ changes: edits.map((edit) => ({ from: edit.start, to: edit.end, insert: edit.text })), userEvent: 'input' })
    this.view.focus()
  }

  show(checked: Checked): void {
    const length = this.view.state.doc.length
    this.view.dispatch({ effects: [setColours.of(checked.colours), setFolds.of(checked.folds)] })
    this.view.dispatch(setDiagnostics(this.view.state, checked.findings.filter((finding) => finding.start <= length).map((finding) => this.diagnostic(finding, length))))
  }

  private diagnostic(finding: Finding, length: number): Diagnostic {
    const { explain } = this.options
    return {
      from: finding.start,
      to: Math.min(Math.max(finding.end, finding.start), length),
      severity: finding.severity === 'note' ? 'info' : finding.severity,
      source: finding.code,
      message: [finding.message, finding.hint, ...finding.notes.map((note) => (note.line ? `${note.message} (line ${note.line})` : note.message))].filter(Boolean).join('\n'),
      actions: [
        ...finding.fixes.map((fix) => ({ name: fix.message, apply: () => this.apply([fix]) })),
        { name: 'explain', apply: () => explain(finding.code) },
      ],
    }
  }

  cover(lines: CoverageLine[]): void {
    this.view.dispatch({ effects: setCoverage.of(lines) })
  }

  jump(from: number, to = from): void {
    const length = this.view.state.doc.length
    this.view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }) })
    this.view.focus()
  }

  jumpToLine(number: number): void {
    const line = this.view.state.doc.line(Math.max(1, Math.min(number, this.view.state.doc.lines)))
    this.jump(line.from + (/\S/.exec(line.text)?.index ?? 0))
  }

  close(): void {
    this.quiet = true
    this.view.destroy()
  }
}
