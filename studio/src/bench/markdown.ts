// The little Markdown that hovers and explanations are written in, as nodes: nothing of it is ever HTML.

function inline(text: string): Node[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith('`') && piece.length > 1) return element('code', piece.slice(1, -1))
    if (piece.startsWith('**') && piece.length > 3) return element('strong', piece.slice(2, -2))
    return document.createTextNode(piece)
  })
}

function element(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

export function markdown(text: string): HTMLElement {
  const root = document.createElement('div')
  root.className = 'markdown'
  text.split(/^```\w*\n([\s\S]*?)^```\s*$/m).forEach((piece, number) => {
    if (number % 2) root.append(element('pre', piece.replace(/\n$/, '')))
    else
      for (const part of piece.split(/\n{2,}/)) {
        if (!part.trim()) continue
        const paragraph = document.createElement('p')
        paragraph.append(...inline(part.trim()))
        root.append(paragraph)
      }
  })
  return root
}
