// Starts the language server and offers croupier's commands for the file at hand.
"use strict";

const { execFile } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["recycle", "ahod", "cardigan"];
let client;

function program() {
  return vscode.workspace.getConfiguration("croupier").get("command", "croupier");
}

function quoted(text) {
  return process.platform === "win32" ? `"${text}"` : `'${text.replace(/'/g, "'\\''")}'`;
}

// The saved file of the active editor, or nothing after saying why there is none.
async function file() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !LANGUAGES.includes(editor.document.languageId)) {
    vscode.window.showWarningMessage("Croupier: open a game file first.");
    return undefined;
  }
  if (editor.document.isUntitled || editor.document.uri.scheme !== "file") {
    vscode.window.showWarningMessage("Croupier: save the game as a file first.");
    return undefined;
  }
  await editor.document.save();
  return editor.document.uri.fsPath;
}

async function inTerminal(words) {
  const path = await file();
  if (path === undefined) return;
  const name = "Croupier";
  const terminal = vscode.window.terminals.find((one) => one.name === name) ?? vscode.window.createTerminal(name);
  terminal.show(true);
  const call = process.platform === "win32" ? "& " : "";
  terminal.sendText(`${call}${quoted(program())} ${words.join(" ")} ${quoted(path)}`);
}

function openStudio() {
  execFile(program(), ["studio", "--help"], (problem) => {
    if (problem) {
      vscode.window.showWarningMessage("Croupier: the installed croupier has no studio.");
    } else {
      inTerminal(["studio"]);
    }
  });
}

function settings() {
  const said = vscode.workspace.getConfiguration("croupier");
  return { dialect: said.get("dialect", "auto"), strict: said.get("strict", false), notes: said.get("notes", true) };
}

async function start() {
  client = new LanguageClient(
    "croupier",
    "Croupier",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: LANGUAGES.map((language) => ({ language })),
      initializationOptions: settings(),
    },
  );
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const message = `Croupier: \`${program()} lsp\` does not start (${problem.message}). ` +
      "Install croupier, or set croupier.command.";
    vscode.window.showErrorMessage(message);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.stop();
}

async function activate(context) {
  const commands = {
    "croupier.check": () => inTerminal(["check"]),
    "croupier.play": () => inTerminal(["play"]),
    "croupier.analyze": () => inTerminal(["analyze"]),
    "croupier.studio": openStudio,
    "croupier.restart": async () => {
      await stop();
      await start();
    },
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("croupier.command")) {
        await stop();
        await start();
      } else if (event.affectsConfiguration("croupier") && client) {
        await client.sendNotification("workspace/didChangeConfiguration", { settings: { croupier: settings() } });
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
