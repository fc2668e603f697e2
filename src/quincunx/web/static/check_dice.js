"use strict";
// "Check the dice": done on this computer, from the record alone.

async function checkDice(button) {
  const answer = await fetch(button.dataset.check);
  const text = await answer.text();
  const found = fairDice.check(text);
  const record = JSON.parse(text);
  compareWithNoted(button.dataset.check.split("/")[2], record.chance);
  const { proved, notProved } = fairDice.claims(record, JSON.parse(button.dataset.claims));
  listOf(button).replaceChildren(...titled("Proved", proved), ...titled("Not proved", notProved));
  const all = found.rolls.length ? `The dice are right: ${found.rolls.length} rolls checked.` : "There is no roll of these dice to check.";
  const roll = found.rolls.find(({ move }) => String(move) === button.dataset.atMove);
  if (!roll) return all;
  const numbers = roll.numbers.map(({ number, below }) => `${number} of 0 to ${below - 1}`).join(", ");
  return `This is roll ${roll.roll}: its numbers are ${numbers}. That makes \`${roll.name}\`, as the record says. ${all}`;
}

/** The list of claims that were proved, and of those that were not. */
const listOf = (button) => button.closest("section").querySelector("[data-claimed]");

function titled(title, claims) {
  const [heading, list] = [document.createElement("h4"), document.createElement("ul")];
  heading.textContent = title;
  for (const { text } of claims) list.append(Object.assign(document.createElement("li"), { textContent: text.replaceAll("`", "") }));
  return [heading, list];
}

/** Throws if the record differs from what this device was shown before it revealed its word. */
function compareWithNoted(match, { commitment, hashes = [], words = [] }) {
  const noted = JSON.parse(localStorage.getItem(`noted:${match}`) ?? "null");
  if (!noted) return;
  if (noted.commitment !== commitment) throw new Error("The fingerprint is not the one that this device was shown before the match.");
  const now = words.map((word, seat) => hashes[seat] || (word && fairDice.hash(word))).join(",");
  if (noted.hashes !== now) throw new Error("The words are not those that were fixed before this device revealed its own.");
}

function offerChecks() {
  for (const button of document.querySelectorAll("[data-check][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-check]");
  if (!button) return;
  const says = button.parentElement.querySelector("[data-checked]");
  says.textContent = "Checking…";
  listOf(button).replaceChildren();
  try {
    says.textContent = await checkDice(button);
  } catch (error) {
    says.textContent = `The dice are not right. ${error.message}`;
  }
});

offerChecks();
new MutationObserver(offerChecks).observe(document.getElementById("main"), { childList: true, subtree: true });
