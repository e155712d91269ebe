"""A table for one match over TCP, one line of JSON a message; with no dependencies but paohuzi.

Run it to see two people and a bot play against each other:

    python examples/table.py

A client names its seat and is told what that seat may know: what happened, and what it is asked. It answers with the
number of the question, so that an answer that comes late is refused rather than taken for another.
"""

import asyncio
import json

from paohuzi import IllegalActionError, Match, Notice


class Table:
    """A match and the people connected to it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.writers: dict[int, asyncio.StreamWriter] = {}
        self.asked: dict[int, int] = {}

    def send(self, seat: int, message: dict[str, object]) -> None:
        """Send a message to a seat, if somebody is there."""
        if seat in self.writers:
            self.writers[seat].write(json.dumps(message).encode() + b"\n")

    def ask(self) -> None:
        """Let the bots answer, then ask whoever is left and has not been asked yet."""
        for seat in self.match.play():
            question = self.match.question_id
            if seat in self.writers and self.asked.get(seat) != question:
                self.asked[seat] = question
                legal = [str(action) for action in self.match.legal_actions(seat)]
                self.send(seat, {"question": question, "legal": legal})
        if self.match.is_over:
            for seat in self.writers:
                self.send(seat, {"over": True, "totals": self.match.totals})

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until the match is over or it leaves."""
        seat = json.loads(await reader.readline())["seat"]
        self.writers[seat] = writer

        def tell(notice: Notice) -> None:
            for event in notice.events:
                self.send(seat, {"event": event.as_dict(), "playing": notice.playing})
            if notice.result is not None:
                self.send(seat, {"points": notice.result.points, "totals": self.match.totals})

        listener = self.match.listen(tell, seat=seat)
        self.ask()
        while not self.match.is_over and (line := await reader.readline()):
            try:
                answer = json.loads(line)
                self.match.act(seat, answer["action"], question=answer["question"])
            except IllegalActionError as error:
                self.send(seat, {"error": error.code, "message": str(error)})
                self.asked.pop(seat, None)
            self.ask()
        self.match.unlisten(listener)
        del self.writers[seat]
        writer.close()


async def person(port: int, seat: int) -> int:
    """Give the first possible answer to whatever is asked; give the number of answers in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(json.dumps({"seat": seat}).encode() + b"\n")
    answers = 0
    while line := await reader.readline():
        message = json.loads(line)
        if "question" in message:
            answers += 1
            answer = {"question": message["question"], "action": message["legal"][0]}
            writer.write(json.dumps(answer).encode() + b"\n")
        elif "over" in message:
            break
    writer.close()
    return answers


async def main() -> None:
    """Play a match of four rounds with two people and a bot."""
    table = Table(Match(rounds=4, seed=7, agents=[None, "greedy", None]))
    server = await asyncio.start_server(table.serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        answers = await asyncio.gather(person(port, 0), person(port, 2))
    print(f"seat 0 gave {answers[0]} answers, seat 2 gave {answers[1]}")
    print(table.match)


if __name__ == "__main__":
    asyncio.run(main())
