//! Why a verifier finds a move illegal: the codes of both puzzles.

use crate::json::codes;

codes! {
    /// The kinds of mistake in a path, each with a fixed name.
    pub enum IllegalMove;

    LengthMismatch = "length-mismatch", "There are more tiles than directions, or fewer: each move has one of both.";
    UnknownDirection = "unknown-direction", "A direction is one of `L`, `R`, `U` and `D`.";
    OffTheBoard = "off-the-board", "The blank is at the edge that the tile would come from: there is no tile.";
    WrongTile = "wrong-tile", "The tile that can move this way into the blank is another one.";
    WrongStep = "wrong-step", "Steps count from 1 without gaps, and only moves of one time step share a number.";
    NotACell = "not-a-cell", "A cell is a list of exactly two whole numbers: `[row, col]`.";
    OutsideLot = "outside-lot", "The cell does not lie in the lot: rows and columns count from 0.";
    NotNeighbours = "not-neighbours", "Without block motion a car slides into a cell beside its own.";
    NotStraight = "not-straight", "A block slides along one row or column.";
    NoCar = "no-car", "The cell, or one on the line, holds no car that could slide.";
    NotEmpty = "not-empty", "The cell to be filled is not empty before this step.";
    SharedCell = "shared-cell", "Moves of one time step must not touch a cell twice.";
    WrongLabels = "wrong-labels", "The cars that slide have other names than the move says, the last of the line first.";
}
